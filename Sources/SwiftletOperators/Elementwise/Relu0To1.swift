internal import SwiftletFormat
internal import SwiftletTensor

/// `RELU_0_TO_1`: `min(max(x, 0), 1)`.
struct Relu0To1: Operator {
  static let code = BuiltinOperator.relu0To1
  static let elementTypes: [ElementType] = [.float32, .uint8, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try ClampLowering(low: 0, high: 1).lower(operands, in: context)
  }
}
