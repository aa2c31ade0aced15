internal import SwiftletFormat
internal import SwiftletTensor

/// `LOGICAL_NOT`: whether the operand is false.
struct LogicalNot: Operator {
  static let code = BuiltinOperator.logicalNot
  static let elementTypes: [ElementType] = [.bool]

  init(reading node: NodeReader) throws(OperatorError) {
    try LogicalLowering.check(node, inputs: 1)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    UnaryArithmetic.step("not", on: UInt8.self, operands) { $0 == 0 ? 1 : 0 }
  }
}
