internal import SwiftletFormat
internal import SwiftletTensor

/// `NOT_EQUAL`: whether two operands differ, broadcast.
struct NotEqual: Operator {
  static let code = BuiltinOperator.notEqual
  static let elementTypes = ComparisonLowering.equatableTypes
  private let lowering: ComparisonLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ComparisonLowering(reading: node, .notEqual, on: Self.elementTypes)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
