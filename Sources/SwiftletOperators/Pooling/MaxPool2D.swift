internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `MAX_POOL_2D`: the largest element of each window inside the image.
struct MaxPool2D: Operator {
  static let code = BuiltinOperator.maxPool2D
  static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]
  private let lowering: PoolingLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try PoolingLowering(reading: node, pooling: .maximum)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    lowering.elementwiseNodes(operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
