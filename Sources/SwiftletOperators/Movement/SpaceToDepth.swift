internal import SwiftletFormat
internal import SwiftletTensor

/// `SPACE_TO_DEPTH`: each block of pixels becomes one pixel of more channels.
struct SpaceToDepth: Operator {
  static let code = BuiltinOperator.spaceToDepth
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .int64, .int8]
  private let lowering: BlockLowering

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
    let size = node.options(as: SpaceToDepthOptions.self).blockSize
    lowering = BlockLowering(size: size, toDepth: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try lowering.outputShape(operands)]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
