internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `TANH`: the hyperbolic tangent.
struct Tanh: Operator {
  static let code = BuiltinOperator.tanh
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
    case .float32: return try UnaryArithmetic.step(.tanh, operands, in: context)
    case .int8, .uint8:
      let table = LookupTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output")
      ) { Float.hyperbolicTangent($0) }
      return table.step("tanh", operands, in: context)
    case .int16:
      let (source, _) = try UnaryArithmetic.schemes(operands)
      let power = WordSigmoid.powerShift(source.scale)
      if context.arithmetic == .litert, let power, power == 0 || power == 1,
        let table = WordFunctions.tanh(integerBits: 3)
      {
        return UnaryArithmetic.step("tanh fixed", on: Int16.self, operands) {
          table[Int(UInt16(bitPattern: Int16(clamping: Int32($0) << Int32(power))))]
        }
      }
      let sigmoid = WordSigmoid(scale: source.scale, powerShifts: 0...1)
      return UnaryArithmetic.step("tanh", on: Int16.self, operands) { sigmoid.tanh($0) }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
