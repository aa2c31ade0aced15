internal import SwiftletFormat
internal import SwiftletTensor

/// `LESS_EQUAL`: whether the first operand is not larger, broadcast.
struct LessEqual: Operator {
  static let code = BuiltinOperator.lessEqual
  static let elementTypes = ComparisonLowering.orderedTypes
  static let remarks = ComparisonLowering.orderRemarks
  private let lowering: ComparisonLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ComparisonLowering(reading: node, .lessOrEqual, on: Self.elementTypes)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
