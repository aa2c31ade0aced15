internal import SwiftletFormat
internal import SwiftletTensor

/// `RELU_N1_TO_1`: `min(max(x, −1), 1)`.
struct ReluN1To1: Operator {
  static let code = BuiltinOperator.reluN1To1
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try ClampLowering(low: -1, high: 1).lower(operands, in: context)
  }
}
