internal import SwiftletFormat
internal import SwiftletTensor

/// `MEAN`: the mean along axes.
struct Mean: Operator {
  static let code = BuiltinOperator.mean
  static let elementTypes: [ElementType] = .numbers
  private let lowering: MeanLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try MeanLowering(reading: node, divides: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
