internal import SwiftletFormat
internal import SwiftletTensor

/// `SUM`: the sum along axes.
struct Sum: Operator {
  static let code = BuiltinOperator.sum
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .int8,
  ]
  static let remarks = [
    "LiteRT's reference kernel gives arbitrary sums of int8 and int16; here they are those of its "
      + "optimised kernel. It does not write quantised sums of nothing; here they are 0."
  ]
  private let lowering: MeanLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try MeanLowering(reading: node, divides: false)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try lowering.lower(operands, in: context)
  }
}
