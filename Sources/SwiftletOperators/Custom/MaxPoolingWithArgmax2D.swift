internal import SwiftletFormat
internal import SwiftletTensor

/// `MaxPoolingWithArgmax2D`: MediaPipe's pooling, which tells the position of each maximum within its
/// window, plus 0.1.
struct MaxPoolingWithArgmax2D: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "MaxPoolingWithArgmax2D"
  static let elementTypes: [ElementType] = [.float32]
  private let lowering: ArgmaxPoolingLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try ArgmaxPoolingLowering(
      reading: node, try WindowOptions(structureOf: node), .inWindow)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands)
  }
}
