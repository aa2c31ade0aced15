internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `LOGISTIC`: `1 / (1 + e^−x)`.
struct Logistic: Operator {
  static let code = BuiltinOperator.logistic
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int16, .int8, .bfloat16]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    let output = try node.output()
    guard output.type.isQuantizedByte else { return }
    let zeroPoint = output.type == .int8 ? -128 : 0
    try node.require(
      output.scale == 1 / 256 && output.zeroPoint == zeroPoint,
      "has an output whose scale and zero point are not 1/256 and \(zeroPoint)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    switch input.type {
    case .float32: return try UnaryArithmetic.step(.logistic, operands, in: context)
    case .int8, .uint8:
      let table = LookupTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output")
      ) { 1 / (1 + Float.exponential(-$0)) }
      return table.step("logistic", operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
