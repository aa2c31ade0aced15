internal import SwiftletFormat
internal import SwiftletTensor

/// `SUM`: the sum along axes.
struct Sum: Operator {
  static let code = BuiltinOperator.sum
  static let elementTypes: [ElementType] = .numbers
  private let lowering: MeanLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try MeanLowering(reading: node, divides: false)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
