internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `AVERAGE_POOL_2D`: the mean of each window, of which only what lies inside the image counts.
struct AveragePool2D: Operator {
  static let code = BuiltinOperator.averagePool2D
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int16, .int8]
  private let lowering: PoolingLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try PoolingLowering(reading: node, pooling: .average)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    // It pools bytes, and limits them where the window has one element, with a kernel of LiteRT's own.
    operands.outputs[0].type == .float32 ? lowering.elementwiseNodes(operands) : 0
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try lowering.lower(operands, in: context)
  }
}
