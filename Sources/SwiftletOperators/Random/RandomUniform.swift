internal import SwiftletFormat
internal import SwiftletTensor

/// `RANDOM_UNIFORM`: floats from 0 up to 1.
struct RandomUniform: Operator {
  static let code = BuiltinOperator.randomUniform
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
    lowering.step("random uniform", operands, nanoseconds: 32) { words in
      SIMD4(
        Float(randomBits: words.x), Float(randomBits: words.y), Float(randomBits: words.z),
        Float(randomBits: words.w))
    }
  }
}
