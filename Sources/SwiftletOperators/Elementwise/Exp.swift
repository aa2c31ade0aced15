internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `EXP`: `e^x`.
struct Exp: Operator {
  static let code = BuiltinOperator.exp
  static let elementTypes: [ElementType] = [.float32, .float16, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    let input = try operands.input(0)
    switch input.type {
    case .float32: return try UnaryArithmetic.step(.exponential, operands, in: context)
    case .int8:
      let table = LookupTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output")
      ) { Float.exponential($0) }
      return table.step("exp", operands, in: context)
    case .int16:
      let table = InterpolatedTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output")
      ) { Float.exponential($0) }
      return UnaryArithmetic.step("exp", on: Int16.self, operands) { table.value(at: $0) }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
