internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `TANH`: the hyperbolic tangent.
struct Tanh: Operator {
  static let code = BuiltinOperator.tanh
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int16, .int8, .bfloat16]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    switch input.type {
    case .float32: return try UnaryArithmetic.step(.tanh, operands, in: context)
    case .int8, .uint8:
      let table = LookupTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output")
      ) { Float.hyperbolicTangent($0) }
      return table.step("tanh", operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
