internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_ADD`: the sum of two operands of one shape; integers wrap around.
struct StablehloAdd: Operator {
  static let code = BuiltinOperator.stablehloAdd
  static let elementTypes: [ElementType] = .combinable
  private let lowering: CombinationLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try CombinationLowering(reading: node, .add)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
