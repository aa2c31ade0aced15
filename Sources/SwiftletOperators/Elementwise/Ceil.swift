internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `CEIL`: the smallest integer that is not smaller.
struct Ceil: Operator {
  static let code = BuiltinOperator.ceil
  static let elementTypes: [ElementType] = [.float32, .float16, .bfloat16]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32: return try UnaryArithmetic.step(.ceiling, operands, in: context)
    default: return try UnaryArithmetic.halfStep("ceil", operands) { $0.rounded(.up) }
    }
  }
}
