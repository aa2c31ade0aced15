internal import SwiftletFormat
internal import SwiftletTensor

/// `STABLEHLO_AND`: the common bits of two operands of one shape.
struct StablehloAnd: Operator {
  static let code = BuiltinOperator.stablehloAnd
  static let elementTypes: [ElementType] = .combinable.filter {
    ![.float16, .float32, .float64].contains($0)
  }
  private let lowering: CombinationLowering

  init(reading node: NodeReader) throws(OperatorError) {
    lowering = try CombinationLowering(reading: node, .and)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try lowering.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try lowering.lower(operands, in: context)
  }
}
