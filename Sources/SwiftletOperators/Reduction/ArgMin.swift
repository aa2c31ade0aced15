internal import SwiftletFormat
internal import SwiftletTensor

/// `ARG_MIN`: the index of the smallest element along an axis.
struct ArgMin: Operator {
  static let code = BuiltinOperator.argMin
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .bool, .int8]
  private let lowering: ExtremeIndexLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ExtremeIndexLowering(reading: node, isMaximum: false)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
