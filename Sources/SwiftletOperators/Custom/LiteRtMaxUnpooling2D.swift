internal import SwiftletFormat
internal import SwiftletTensor

/// `LiteRtMaxUnpooling2D`: elements put back where a pooling found them;
/// the same operator under the name that LiteRT's converter writes.
struct LiteRtMaxUnpooling2D: Operator {
  static let code = BuiltinOperator.custom
  static let customName: String? = "LiteRtMaxUnpooling2D"
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
