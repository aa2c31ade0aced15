internal import SwiftletFormat
internal import SwiftletTensor

/// `MEAN`: the mean along axes.
struct Mean: Operator {
  static let code = BuiltinOperator.mean
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .int8,
  ]
  private let lowering: MeanLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try MeanLowering(reading: node, divides: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try lowering.lower(operands, in: context)
  }
}
