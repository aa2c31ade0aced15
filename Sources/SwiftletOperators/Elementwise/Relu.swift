internal import SwiftletFormat
internal import SwiftletTensor

/// `RELU`: `max(x, 0)`.
struct Relu: Operator {
  static let code = BuiltinOperator.relu
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try ClampLowering(low: 0, high: nil).lower(operands, in: context)
  }
}
