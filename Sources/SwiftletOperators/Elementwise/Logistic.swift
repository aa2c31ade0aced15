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
    if output.type == .int16 { try WordSigmoid.checkOutput(output) }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    max(ElementwiseNodes.count(operands), ElementwiseNodes.countOfBytes(operands))
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    let input = try operands.input(0)
    switch input.type {
    case .float32: return try UnaryArithmetic.step(.logistic, operands, in: context)
    case .int8, .uint8:
      let table = LookupTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output")
      ) { 1 / (1 + Float.exponential(-$0)) }
      return table.step("logistic", operands, in: context)
    case .int16:
      let (source, _) = try UnaryArithmetic.schemes(operands)
      if context.arithmetic == .litert, WordSigmoid.powerShift(source.scale) == 0 {
        let table = WordFunctions.logistic
        return UnaryArithmetic.step("logistic fixed", on: Int16.self, operands) {
          table[Int(UInt16(bitPattern: $0))]
        }
      }
      let sigmoid = WordSigmoid(scale: source.scale, powerShifts: 0...0)
      return UnaryArithmetic.step("logistic", on: Int16.self, operands) { sigmoid.logistic($0) }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
