internal import SwiftletFormat
internal import SwiftletTensor

/// `REDUCE_ANY`: whether an element along axes is true.
struct ReduceAny: Operator {
  static let code = BuiltinOperator.reduceAny
  static let elementTypes: [ElementType] = [.bool]
  private let lowering: LogicalReduction

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try LogicalReduction(reading: node, isAll: false)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
