internal import SwiftletFormat
internal import SwiftletTensor

/// `REDUCE_MAX`: the largest element along axes.
struct ReduceMax: Operator {
  static let code = BuiltinOperator.reduceMax
  static let elementTypes: [ElementType] = .numbers
  private let lowering: ExtremeLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ExtremeLowering(reading: node, isMaximum: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
