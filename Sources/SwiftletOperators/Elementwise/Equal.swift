internal import SwiftletFormat
internal import SwiftletTensor

/// `EQUAL`: whether two operands are equal, broadcast.
struct Equal: Operator {
  static let code = BuiltinOperator.equal
  static let elementTypes = ComparisonLowering.equatableTypes
  private let lowering: ComparisonLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ComparisonLowering(reading: node, .equal, on: Self.elementTypes)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
