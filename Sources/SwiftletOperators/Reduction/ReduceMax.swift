internal import SwiftletFormat
internal import SwiftletTensor

/// `REDUCE_MAX`: the largest element along axes.
struct ReduceMax: Operator {
  static let code = BuiltinOperator.reduceMax
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .int8,
  ]
  private let lowering: ExtremeLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ExtremeLowering(reading: node, isMaximum: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try lowering.lower(operands, in: context)
  }
}
