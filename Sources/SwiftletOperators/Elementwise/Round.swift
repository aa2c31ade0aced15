internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `ROUND`: the nearest integer, of two equally near the even one.
struct Round: Operator {
  static let code = BuiltinOperator.round
  static let elementTypes: [ElementType] = [.float32, .float16, .bfloat16]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32: return try UnaryArithmetic.step(.nearestEven, operands, in: context)
    default:
      return try UnaryArithmetic.halfStep("round", operands) { $0.rounded(.toNearestOrEven) }
    }
  }
}
