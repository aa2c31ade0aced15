internal import SwiftletFormat
internal import SwiftletTensor

/// `BATCH_TO_SPACE_ND`: images become the pixels of one place within blocks.
struct BatchToSpaceND: Operator {
  static let code = BuiltinOperator.batchToSpaceND
  static let elementTypes: [ElementType] = .movable
  private let lowering: BatchSpaceLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try BatchSpaceLowering(reading: node, toBatch: false)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShape(operands).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
