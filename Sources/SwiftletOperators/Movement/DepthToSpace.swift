internal import SwiftletFormat
internal import SwiftletTensor

/// `DEPTH_TO_SPACE`: the channels of each pixel become a block of pixels.
struct DepthToSpace: Operator {
  static let code = BuiltinOperator.depthToSpace
  static let elementTypes: [ElementType] = [.float32, .float16, .int32, .uint8, .int64, .int8]
  private let lowering: BlockLowering

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
    let size = node.options(as: DepthToSpaceOptions.self).blockSize
    lowering = BlockLowering(size: size, toDepth: false)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try lowering.outputShape(operands)]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
