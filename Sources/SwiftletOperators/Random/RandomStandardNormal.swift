internal import SwiftletFormat
internal import SwiftletTensor

/// `RANDOM_STANDARD_NORMAL`: floats of the normal distribution with mean 0 and variance 1.
struct RandomStandardNormal: Operator {
  static let code = BuiltinOperator.randomStandardNormal
  static let elementTypes: [ElementType] = [.float32]
  static let remarks = RandomLowering.remarks
  static let isPure = false
  private let lowering: RandomLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try RandomLowering(reading: node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    lowering.step("random standard normal", operands, nanoseconds: 96) { words in
      let first = Self.pair(words.x, words.y)
      let second = Self.pair(words.z, words.w)
      return SIMD4(first.x, first.y, second.x, second.y)
    }
  }

  /// Two independent numbers by the method of Box and Muller.
  private static func pair(_ a: UInt32, _ b: UInt32) -> SIMD2<Float> {
    let uniform = max(Float(randomBits: a), 1e-7)
    let angle = Float(2 * Double.pi * Double(Float(randomBits: b)))
    let radius = (-2 * Float.logarithm(uniform)).squareRoot()
    return SIMD2(Float.sine(angle), Float.cosine(angle)) * radius
  }
}
