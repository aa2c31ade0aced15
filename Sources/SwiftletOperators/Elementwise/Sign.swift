internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `SIGN`: −1, 0 or 1; NaN stays.
struct Sign: Operator {
  static let code = BuiltinOperator.sign
  static let elementTypes: [ElementType] = [.float32, .int32, .float64]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32: return try UnaryArithmetic.step(.sign, operands, in: context)
    case .float64:
      return UnaryArithmetic.step("sign", on: Double.self, operands) {
        $0 > 0 ? 1 : $0 < 0 ? -1 : $0.isNaN ? $0 : 0
      }
    case .int32: return UnaryArithmetic.step("sign", on: Int32.self, operands) { $0.signum() }
    default:
      throw .unsupported("has an input of type \(operands.outputs[0].type.name)")
    }
  }
}
