internal import SwiftletFormat
internal import SwiftletTensor

/// `PAD`: with zeros around; of a quantised tensor, with the zero point of the output.
struct Pad: Operator {
  static let code = BuiltinOperator.pad
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .bfloat16,
  ]
  static let remarks = [
    "LiteRT's default path refuses bytes whose scale or zero point the output does not share; here, as "
      + "in its built-in kernels, they are padded with the zero point of the output and not rescaled."
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try PadLowering.check(node, inputs: 2)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try PadLowering.outputShape(operands).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let zero = output.type.quantizedRange == nil ? 0 : output.zeroPoint
    return try PadLowering.step(operands, fill: UInt64(truncatingIfNeeded: zero))
  }
}
