internal import SwiftletFormat
internal import SwiftletTensor

/// `LESS`: whether the first operand is smaller, broadcast.
struct Less: Operator {
  static let code = BuiltinOperator.less
  static let elementTypes = ComparisonLowering.orderedTypes
  static let remarks = ComparisonLowering.orderRemarks
  private let lowering: ComparisonLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ComparisonLowering(reading: node, .less, on: Self.elementTypes)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
