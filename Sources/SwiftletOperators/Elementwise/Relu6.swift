internal import SwiftletFormat
internal import SwiftletTensor

/// `RELU6`: `min(max(x, 0), 6)`.
struct Relu6: Operator {
  static let code = BuiltinOperator.relu6
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try ClampLowering(low: 0, high: 6).lower(operands, in: context)
  }
}
