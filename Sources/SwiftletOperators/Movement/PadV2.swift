internal import SwiftletFormat
internal import SwiftletTensor

/// `PADV2`: with the element of a third operand around.
struct PadV2: Operator {
  static let code = BuiltinOperator.padV2
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .bfloat16,
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try PadLowering.check(node, inputs: 3)
    let (input, value) = (try node.input(0), try node.input(2))
    try node.require(
      value.type == input.type && value.elementCount == 1,
      "has a value of type \(value.type.name) and shape \(value.shape)")
    try node.require(
      input.type.quantizedRange == nil || value.hasSameQuantization(as: input),
      "has an input and a value of unequal scales or zero points")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try PadLowering.outputShape(operands).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try PadLowering.step(operands, fill: 0, fillInput: 2)
  }
}
