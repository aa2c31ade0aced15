internal import SwiftletFormat
internal import SwiftletTensor

/// `REDUCE_ALL`: whether all elements along axes are true.
struct ReduceAll: Operator {
  static let code = BuiltinOperator.reduceAll
  static let elementTypes: [ElementType] = [.bool]
  private let lowering: LogicalReduction

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try LogicalReduction(reading: node, isAll: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
