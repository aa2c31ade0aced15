internal import SwiftletFormat
internal import SwiftletTensor

/// `SUB`: `a − b`, broadcast, then the activation.
struct Sub: Operator {
  static let code = BuiltinOperator.sub
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .int8,
  ]
  private let arithmetic: AdditiveArithmetic

  init(reading node: NodeReader) throws(OperatorError) {
    let options = node.options(as: SubOptions.self)
    arithmetic = try AdditiveArithmetic(
      reading: node, subtracts: true, activation: options.fusedActivation,
      shiftsPowers: options.potScaleInt16)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    arithmetic.elementwiseNodes(operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    return try arithmetic.lower(operands, in: context)
  }
}
