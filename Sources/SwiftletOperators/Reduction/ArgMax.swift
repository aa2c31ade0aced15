internal import SwiftletFormat
internal import SwiftletTensor

/// `ARG_MAX`: the index of the largest element along an axis.
struct ArgMax: Operator {
  static let code = BuiltinOperator.argMax
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .bool, .int8]
  private let lowering: ExtremeIndexLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ExtremeIndexLowering(reading: node, isMaximum: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
