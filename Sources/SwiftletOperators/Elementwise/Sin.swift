internal import SwiftletFormat
internal import SwiftletTensor

/// `SIN`: the sine of an angle in radians.
struct Sin: Operator {
  static let code = BuiltinOperator.sin
  static let elementTypes: [ElementType] = [.float32, .float16]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32:
      return UnaryArithmetic.step("sin", on: Float.self, operands) { Float.sine($0) }
    default: return try UnaryArithmetic.halfStep("sin", operands) { Float.sine($0) }
    }
  }
}
