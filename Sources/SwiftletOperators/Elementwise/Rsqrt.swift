internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `RSQRT`: `1 / √x`.
struct Rsqrt: Operator {
  static let code = BuiltinOperator.rsqrt
  static let elementTypes: [ElementType] = [.float32, .float16, .int16, .int8]
  static let remarks = [
    "On processors with AVX-512 LiteRT's default path gives NaN for 0 and for subnormal numbers, and "
      + "half as much again at 3e38; here they are what its other kernels give."
  ]

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
    case .float32: return try UnaryArithmetic.step(.reciprocalSquareRoot, operands, in: context)
    case .int8:
      let function = try QuantizedInverseRoot(operands)
      return UnaryArithmetic.step(
        "rsqrt", on: Int8.self, from: function.lowest, operands
      ) { Int8(truncatingIfNeeded: function.applied(to: Int32($0))) }
    case .int16:
      let (source, target) = try UnaryArithmetic.schemes(operands)
      let highest = target.scale * Float(target.range.upperBound)
      let table = InterpolatedTable(from: source, to: target) {
        $0 <= 0 ? highest : 1 / $0.squareRoot()
      }
      return UnaryArithmetic.step("rsqrt", on: Int16.self, from: 0, operands) {
        table.value(at: $0)
      }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}

/// The function on bytes in fixed point; 0 gives the largest result.
private struct QuantizedInverseRoot: Sendable {
  private let output: QuantizedElements
  private let multiplier: FixedPointMultiplier
  /// The first element that is not negative.
  let lowest: Int32

  init(_ operands: Operands) throws(OperatorError) {
    let input: QuantizedElements
    (input, output) = try UnaryArithmetic.schemes(operands)
    lowest = input.zeroPoint
    let scale = FixedPointMultiplier(1 / Double(input.scale.squareRoot() * output.scale))
    multiplier = FixedPointMultiplier(
      value: scale.value, exponent: scale.exponent - Self.fraction)
  }

  func applied(to element: Int32) -> Int32 {
    let value = element - lowest
    guard value != 0 else { return output.range.upperBound }
    let root = FixedPointMultiplier(inverseSquareRootOf: value)
    let fine = FixedPointMultiplier(value: root.value, exponent: root.exponent + Self.fraction)
    return output.element(multiplier.applied(to: fine.applied(to: 1)))
  }

  /// Fraction bits between the two products.
  private static let fraction = 20
}
