internal import SwiftletFormat
internal import SwiftletTensor

/// `GREATER`: whether the first operand is larger, broadcast.
struct Greater: Operator {
  static let code = BuiltinOperator.greater
  static let elementTypes = ComparisonLowering.orderedTypes
  static let remarks = ComparisonLowering.orderRemarks
  private let lowering: ComparisonLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ComparisonLowering(reading: node, .greater, on: Self.elementTypes)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
