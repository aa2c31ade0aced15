internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `RSQRT`: `1 / √x`.
struct Rsqrt: Operator {
  static let code = BuiltinOperator.rsqrt
  static let elementTypes: [ElementType] = [.float32, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    switch input.type {
    case .float32: return try UnaryArithmetic.step(.reciprocalSquareRoot, operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
