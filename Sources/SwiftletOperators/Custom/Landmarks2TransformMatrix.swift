internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// `Landmarks2TransformMatrix`: MediaPipe's 4×4 matrix that maps an upright crop around some points to
/// the image that they lie in.
///
/// Two points give the rotation, a subset of them the box. Version 2 has other options than version 1.
struct Landmarks2TransformMatrix: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "Landmarks2TransformMatrix"
  static let elementTypes: [ElementType] = [.float32]
  private let crop: LandmarkCrop

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let types = [try node.input(0).type, try node.output().type]
    guard types == [.float32, .float32] else {
      throw .unsupported("has operands of types \(types.map(\.name).joined(separator: ", "))")
    }
    guard 1...2 ~= node.node.version else {
      throw .unsupported("is newer than version 2, the last one that is known")
    }
    let map = try node.optionMap()
    crop = node.node.version == 1 ? try LandmarkCrop(first: map) : try LandmarkCrop(second: map)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard shape.rank == crop.inputRank, crop.lastPoint < shape.elementCount / 3 else {
      throw .invalid("has no point \(crop.lastPoint) in an input of \(shape)")
    }
    return [[1, 4, 4]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let crop = crop
    let phase = Phase(units: 1, nanoseconds: 2_000) { buffers, _ in
      unsafe crop.write(
        of: buffers.input(0, as: Float.self), to: buffers.output(as: Float.self))
    }
    return Step(kernel: "crop of points", phases: [phase])
  }
}
