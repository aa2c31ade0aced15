internal import SwiftletFormat
internal import SwiftletTensor

/// `GREATER_EQUAL`: whether the first operand is not smaller, broadcast.
struct GreaterEqual: Operator {
  static let code = BuiltinOperator.greaterEqual
  static let elementTypes = ComparisonLowering.orderedTypes
  static let remarks = ComparisonLowering.orderRemarks
  private let lowering: ComparisonLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ComparisonLowering(reading: node, .greaterOrEqual, on: Self.elementTypes)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
