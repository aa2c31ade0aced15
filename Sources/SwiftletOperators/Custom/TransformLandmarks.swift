internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// `TransformLandmarks`: MediaPipe's points of two or three coordinates, of which the first two are mapped
/// by a 4×4 matrix.
///
/// Version 1 has the number of coordinates and a factor for the shift in its options, version 2 takes
/// the last axis for one point.
struct TransformLandmarks: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "TransformLandmarks"
  static let elementTypes: [ElementType] = [.float32]
  private let version: Int
  private let storedDimensions: Int
  private let shiftScale: Float

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let types = [try node.input(0).type, try node.input(1).type, try node.output().type]
    guard types == [.float32, .float32, .float32] else {
      throw .unsupported("has operands of types \(types.map(\.name).joined(separator: ", "))")
    }
    version = node.node.version
    guard 1...2 ~= version else {
      throw .unsupported("is newer than version 2, the last one that is known")
    }
    guard version == 1 else {
      (storedDimensions, shiftScale) = (0, 1)
      return
    }
    let map = try node.optionMap()
    storedDimensions = map["dimensions"]?.integer ?? 0
    shiftScale = Float(map["scale"]?.double ?? 0)
    guard shiftScale != 0 else { throw .invalid("has a scale of 0") }
  }

  private func dimensions(of shape: Shape) -> Int {
    version == 1 ? storedDimensions : shape.dimensions.last ?? 0
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, matrix) = (try operands.input(0).shape, try operands.input(1))
    guard shape.rank == (version == 1 ? 4 : 3), matrix.elementCount == 16 else {
      throw .invalid("has points of \(shape) and a matrix of \(matrix.shape)")
    }
    let dimensions = dimensions(of: shape)
    guard 2...3 ~= dimensions, shape.dimensions.last.map({ $0 % dimensions }) == 0 else {
      throw .invalid("has points of \(dimensions) coordinates in \(shape)")
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let shape = try operands.input(0).shape
    let (dimensions, shiftScale) = (dimensions(of: shape), shiftScale)
    let count = shape.elementCount / dimensions
    let phase = Phase(units: count, nanoseconds: count * 4) { buffers, range in
      let matrix = unsafe PlaneTransform(
        buffers.input(1, as: Float.self), shiftScale: shiftScale)
      let source = unsafe buffers.input(0, as: Float.self)
      let target = unsafe buffers.output(as: Float.self)
      for point in range {
        let first = point * dimensions
        let result = unsafe matrix.apply(source[first], source[first + 1])
        unsafe target[first] = result.x
        unsafe target[first + 1] = result.y
        if dimensions == 3 { unsafe target[first + 2] = source[first + 2] }
      }
    }
    return Step(kernel: "transform points", phases: [phase], inPlaceInputs: [0])
  }
}
