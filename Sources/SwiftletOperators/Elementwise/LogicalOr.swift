internal import SwiftletFormat
internal import SwiftletTensor

/// `LOGICAL_OR`: whether one of the operands is true, broadcast.
struct LogicalOr: Operator {
  static let code = BuiltinOperator.logicalOr
  static let elementTypes: [ElementType] = [.bool]

  init(reading node: NodeReader) throws(OperatorError) {
    try LogicalLowering.check(node, inputs: 2)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("or", on: UInt8.self, operands) { a, b, _ in min(a | b, 1) }
  }
}
