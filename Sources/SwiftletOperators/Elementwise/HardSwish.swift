internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `HARD_SWISH`: `x · clamp(x + 3, 0, 6) / 6`.
struct HardSwish: Operator {
  static let code = BuiltinOperator.hardSwish
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int8]

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
    case .float32: return try UnaryArithmetic.step(.hardSwish, operands, in: context)
    case .int8, .uint8:
      let function = try QuantizedHardSwish(
        from: QuantizedElements(input, "input"),
        to: QuantizedElements(operands.outputs[0], "output"))
      let table = LookupTable(from: input.type, to: input.type) { function.applied(to: $0) }
      return table.step("hard swish", operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}

/// Hard swish of bytes in 16-bit fixed point.
private struct QuantizedHardSwish {
  private let inputZero: Int32
  private let outputZero: Int32
  private let output: FixedPointMultiplier
  private let gate: FixedPointMultiplier

  init(from input: QuantizedElements, to output: QuantizedElements) throws(OperatorError) {
    inputZero = input.zeroPoint
    outputZero = output.zeroPoint
    // The input has 7 more fraction bits.
    let fine = input.scale / 128
    self.output = FixedPointMultiplier(Double(fine / output.scale))
    gate = FixedPointMultiplier(Double(fine / Float(3.0 / 32768)))
    guard self.output.exponent <= 0 else {
      throw .invalid("has an output scale of \(output.scale), too small for its input")
    }
  }

  func applied(to element: Int32) -> Int32 {
    let fine = Int16((element - inputZero) * 128)
    let scaled = roundingDoublingHigh(fine, Self.upper(output.value))
    var open = fine
    if gate.exponent > 0 { open = Self.shifted(open, by: gate.exponent - 1) }
    open = roundingDoublingHigh(open, Self.upper(gate.value))
    if gate.exponent > 0 { open = Self.shifted(open, by: 1) }
    if gate.exponent < 0 { open = roundingShift(open, by: -gate.exponent) }
    // −1 … 1 becomes 0 … 1.
    let half = (Int32(open) + 32768) >> 1
    let product = Int16(half * Int32(scaled) / 32768)
    return Int32(roundingShift(product, by: -output.exponent)) + outputZero
  }

  /// The upper 16 bits of a significand, rounded.
  private static func upper(_ value: Int32) -> Int16 {
    value >= Int32.max - 1 << 15 ? Int16.max : Int16((value + 1 << 15) >> 16)
  }

  private static func shifted(_ value: Int16, by count: Int) -> Int16 {
    Int16(clamping: Int64(value) << Int64(min(count, 31)))
  }
}
