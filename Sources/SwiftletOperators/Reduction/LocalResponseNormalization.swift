internal import SwiftletFormat
internal import SwiftletTensor

/// `LOCAL_RESPONSE_NORMALIZATION`: each element divided by a power of the sum of squares of the
/// channels around it, `x · (bias + α · Σ x²)^−β`.
struct LocalResponseNormalization: Operator {
  static let code = BuiltinOperator.localResponseNormalization
  static let elementTypes: [ElementType] = [.float32]
  static let remarks = [
    "LiteRT's reference kernel leaves out the last channel of each window and is not followed."
  ]
  private let options: LocalResponseNormalizationOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    options = node.options(as: LocalResponseNormalizationOptions.self)
    let type = try node.input(0).type
    guard type == .float32 else { throw .unsupported("has an input of type \(type.name)") }
    try node.require(options.radius >= 0, "has a radius of \(options.radius)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    guard shape.rank == 4 else { throw .invalid("needs a 4-dimensional input, found \(shape)") }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let shape = try operands.input(0).shape
    let channels = shape[3]
    let pixels = channels == 0 ? 0 : shape.elementCount / channels
    let radius = min(options.radius, channels)
    let (bias, alpha, beta) = (options.bias, options.alpha, options.beta)
    let phase = Phase(
      units: pixels, nanoseconds: shape.elementCount * (20 + min(2 * radius, channels))
    ) { buffers, range in
      for pixel in range {
        let input = unsafe buffers.input(0, as: Float.self) + pixel * channels
        let output = unsafe buffers.output(as: Float.self) + pixel * channels
        for channel in 0..<channels {
          var sum: Float = 0
          for other in max(channel - radius, 0)...min(channel + radius, channels - 1) {
            unsafe sum += input[other] * input[other]
          }
          unsafe output[channel] = input[channel] * Float.power(bias + alpha * sum, -beta)
        }
      }
    }
    return Step(kernel: "local response normalize f32", phases: [phase])
  }
}
