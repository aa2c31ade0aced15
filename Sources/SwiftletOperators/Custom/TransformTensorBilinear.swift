internal import SwiftletFlatBuffers
internal import SwiftletFormat
internal import SwiftletTensor

/// `TransformTensorBilinear`: MediaPipe's crop of an image by a 4×4 matrix that maps pixels of the result
/// to places in the image, with zeros outside.
///
/// Version 1 takes pixels as points, version 2 as squares.
struct TransformTensorBilinear: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "TransformTensorBilinear"
  static let elementTypes: [ElementType] = [.float32]
  private let extents: (height: Int, width: Int)
  private let isOfSquares: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let types = [try node.input(0).type, try node.input(1).type, try node.output().type]
    guard types == [.float32, .float32, .float32] else {
      throw .unsupported("has operands of types \(types.map(\.name).joined(separator: ", "))")
    }
    let map = try node.optionMap()
    isOfSquares = node.node.version > 1
    guard node.node.version <= 2 else {
      throw .unsupported("is newer than version 2, the last one that is known")
    }
    let mode = map["mode"]?.text
    guard mode == nil || mode == "bilinear" else {
      throw .unsupported("interpolates by \"\(mode ?? "")\"")
    }
    let sizes =
      isOfSquares
      ? [map["output_height"]?.integer, map["output_width"]?.integer]
      : (map["output_size"]?.elements ?? []).map(\.integer)
    guard sizes.count == 2, let height = sizes[0], let width = sizes[1],
      0...Int(Int32.max) ~= height, 0...Int(Int32.max) ~= width
    else { throw .invalid("has no size of its result in its options") }
    extents = (height, width)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, matrix) = (try operands.input(0).shape, try operands.input(1))
    guard shape.rank == 4, shape[0] == 1, matrix.elementCount == 16 else {
      throw .invalid("has an image of \(shape) and a matrix of \(matrix.shape)")
    }
    return [[1, extents.height, extents.width, shape[3]]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (shape, output) = (try operands.input(0).shape, operands.outputs[0])
    let (isOfSquares, width) = (isOfSquares, extents.width)
    let channels = shape[3]
    let phase = Phase(
      units: output.elementCount == 0 ? 0 : extents.height,
      nanoseconds: output.elementCount * 4 + extents.height * width * 8
    ) { buffers, rows in
      let matrix = unsafe PlaneTransform(
        buffers.input(1, as: Float.self), movesCentres: isOfSquares)
      let image = unsafe buffers.input(0, as: Float.self)
      for y in rows {
        for x in 0..<width {
          let place = matrix.apply(Float(x), Float(y))
          let target = unsafe buffers.output(as: Float.self) + (y * width + x) * channels
          unsafe sample(image, shape, at: place, channels, into: target)
        }
      }
    }
    return Step(kernel: "transform bilinear", phases: [phase])
  }
}

/// The first two rows of a 4×4 matrix, which map points of a plane.
struct PlaneTransform {
  private var x: SIMD4<Float>
  private var y: SIMD4<Float>

  /// Reads a matrix; moving centres shifts points by half a pixel before, and back after.
  @unsafe init(
    _ matrix: UnsafePointer<Float>, movesCentres: Bool = false, shiftScale: Float = 1
  ) {
    unsafe x = SIMD4(matrix[0], matrix[1], matrix[2], matrix[3] * shiftScale)
    unsafe y = SIMD4(matrix[4], matrix[5], matrix[6], matrix[7] * shiftScale)
    guard movesCentres else { return }
    x.w = Self.moved(x)
    y.w = Self.moved(y)
  }

  private static func moved(_ row: SIMD4<Float>) -> Float {
    Float(Double(row.w) + (Double(row.x) * 0.5 + Double(row.y) * 0.5 - 0.5))
  }

  func apply(_ x: Float, _ y: Float) -> SIMD2<Float> {
    SIMD2(
      self.x.x * x + self.x.y * y + self.x.z * 0 + self.x.w,
      self.y.x * x + self.y.y * y + self.y.z * 0 + self.y.w)
  }
}

/// Interpolates a pixel between four others in `float64`; one that lies outside has zeros.
private func sample(
  _ image: UnsafePointer<Float>, _ shape: Shape, at place: SIMD2<Float>, _ channels: Int,
  into target: UnsafeMutablePointer<Float>
) {
  let (height, width) = (shape[1], shape[2])
  let isOutside =
    place.x < 0 || place.x > Float(width - 1) || place.y < 0 || place.y > Float(height - 1)
  guard !isOutside, place.x.isFinite, place.y.isFinite else {
    for channel in 0..<channels { unsafe target[channel] = 0 }
    return
  }
  let (left, top) = (Int(place.x), Int(place.y))
  let right = Double(place.x - Float(left))
  let lower = Double(place.y - Float(top))
  func value(_ y: Int, _ x: Int, _ channel: Int) -> Double {
    y < height && x < width ? Double(unsafe image[(y * width + x) * channels + channel]) : 0
  }
  for channel in 0..<channels {
    let above = Float(
      (1 - right) * value(top, left, channel) + right * value(top, left + 1, channel))
    let below = Float(
      (1 - right) * value(top + 1, left, channel) + right * value(top + 1, left + 1, channel))
    unsafe target[channel] = Float(lower * Double(below) + (1 - lower) * Double(above))
  }
}
