internal import SwiftletFormat
internal import SwiftletTensor

/// `COS`: the cosine of an angle in radians.
struct Cos: Operator {
  static let code = BuiltinOperator.cos
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
      return UnaryArithmetic.step("cos", on: Float.self, operands) { Float.cosine($0) }
    default: return try UnaryArithmetic.halfStep("cos", operands) { Float.cosine($0) }
    }
  }
}
