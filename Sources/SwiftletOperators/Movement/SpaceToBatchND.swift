internal import SwiftletFormat
internal import SwiftletTensor

/// `SPACE_TO_BATCH_ND`: the pixels of each place within blocks become an image of their own.
struct SpaceToBatchND: Operator {
  static let code = BuiltinOperator.spaceToBatchND
  static let elementTypes: [ElementType] = .movable
  private let lowering: BatchSpaceLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try BatchSpaceLowering(reading: node, toBatch: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShape(operands).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
