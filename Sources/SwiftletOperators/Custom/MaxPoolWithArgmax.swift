internal import SwiftletFormat
internal import SwiftletTensor

/// `MaxPoolWithArgmax`: LiteRT's pooling, which tells the position of each maximum within the image.
struct MaxPoolWithArgmax: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "MaxPoolWithArgmax"
  static let elementTypes: [ElementType] = [.float32]
  private let lowering: ArgmaxPoolingLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ArgmaxPoolingLowering(
      reading: node, try WindowOptions(mapOf: node), .inImage)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
