internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_MAXIMUM`: the larger of two operands of one shape.
struct StablehloMaximum: Operator {
  static let code = BuiltinOperator.stablehloMaximum
  static let elementTypes: [ElementType] = .combinable
  private let lowering: CombinationLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try CombinationLowering(reading: node, .maximum)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
