internal import SwiftletFormat
internal import SwiftletTensor

/// `MaxUnpooling2D`: elements put back where a pooling found them;
/// MediaPipe's where places are floats within a window, LiteRT's where they are integers within the image.
struct MaxUnpooling2D: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "MaxUnpooling2D"
  static let elementTypes: [ElementType] = [.float32]
  private let lowering: UnpoolingLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try UnpoolingLowering(reading: node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
