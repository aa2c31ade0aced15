internal import SwiftletFormat
internal import SwiftletTensor

/// `PAD`: with zeros around; of a quantised tensor, with its zero point.
struct Pad: Operator {
  static let code = BuiltinOperator.pad
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .bfloat16,
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try PadLowering.check(node, inputs: 2)
    let (input, output) = (try node.input(0), try node.output())
    guard input.type.quantizedRange != nil else { return }
    try node.require(
      input.zeroPoint == output.zeroPoint, "has an input and an output of unequal zero points")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try PadLowering.outputShape(operands).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let zero = input.type.quantizedRange == nil ? 0 : input.zeroPoint
    return try PadLowering.step(operands, fill: UInt64(truncatingIfNeeded: zero))
  }
}
