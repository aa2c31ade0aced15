internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `LOG`: the natural logarithm; −∞ at 0, NaN below.
struct Log: Operator {
  static let code = BuiltinOperator.log
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
    case .float32: return try UnaryArithmetic.step(.logarithm, operands, in: context)
    case .int8:
      let table = LookupTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output")
      ) { Float.logarithm($0) }
      return table.step("log", operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
