internal import SwiftletFormat
internal import SwiftletTensor

/// `REDUCE_MIN`: the smallest element along axes.
struct ReduceMin: Operator {
  static let code = BuiltinOperator.reduceMin
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .int8,
  ]
  private let lowering: ExtremeLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ExtremeLowering(reading: node, isMaximum: false)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try lowering.lower(operands, in: context)
  }
}
