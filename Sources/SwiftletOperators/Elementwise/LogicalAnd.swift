internal import SwiftletFormat
internal import SwiftletTensor

/// `LOGICAL_AND`: whether both operands are true, broadcast.
struct LogicalAnd: Operator {
  static let code = BuiltinOperator.logicalAnd
  static let elementTypes: [ElementType] = [.bool]

  init(reading node: NodeReader) throws(OperatorError) {
    try LogicalLowering.check(node, inputs: 2)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("and", on: UInt8.self, operands) { a, b, _ in
      min(a, 1) & min(b, 1)
    }
  }
}
