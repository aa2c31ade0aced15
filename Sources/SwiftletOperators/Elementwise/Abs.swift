internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `ABS`: `|x|`.
struct Abs: Operator {
  static let code = BuiltinOperator.abs
  static let elementTypes: [ElementType] = [.float32, .float16, .int32, .int16, .int8]

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
    case .float32: return try UnaryArithmetic.step(.absolute, operands, in: context)
    case .int32:
      return UnaryArithmetic.step("abs", on: Int32.self, operands) { $0 < 0 ? 0 &- $0 : $0 }
    case .int16 where input.scale == nil:
      return UnaryArithmetic.step("abs", on: Int16.self, operands) { $0 < 0 ? 0 &- $0 : $0 }
    case .int8, .int16:
      let function = try RescaledMagnitude(operands)
      guard input.type == .int16 else {
        return LookupTable(from: .int8, to: .int8) { function.applied(to: $0) }
          .step("abs", operands, in: context)
      }
      return UnaryArithmetic.step("abs", on: Int16.self, operands) {
        Int16(truncatingIfNeeded: function.applied(to: Int32($0)))
      }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}

/// The magnitude of quantised elements, brought to another scale in flavour D.
private struct RescaledMagnitude: Sendable {
  private let input: QuantizedElements
  private let output: QuantizedElements
  /// Nil where the scales are the same.
  private let multiplier: FixedPointMultiplier?

  init(_ operands: Operands) throws(OperatorError) {
    (input, output) = try UnaryArithmetic.schemes(operands)
    multiplier =
      input.scale == output.scale
      ? nil : FixedPointMultiplier(Double(input.scale / output.scale))
  }

  func applied(to element: Int32) -> Int32 {
    let magnitude = abs(element - input.zeroPoint)
    return output.element(multiplier?.applied(to: magnitude) ?? magnitude)
  }
}
