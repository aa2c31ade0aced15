internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `SQRT`: the square root.
struct Sqrt: Operator {
  static let code = BuiltinOperator.sqrt
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
    case .float32: return try UnaryArithmetic.step(.squareRoot, operands, in: context)
    case .int8, .int16:
      let function = try QuantizedSquareRoot(operands)
      guard input.type == .int16 else {
        return UnaryArithmetic.step(
          "sqrt", on: Int8.self, from: function.lowest, operands
        ) { Int8(truncatingIfNeeded: function.applied(to: Int32($0))) }
      }
      return UnaryArithmetic.step(
        "sqrt", on: Int16.self, from: function.lowest, operands
      ) { Int16(truncatingIfNeeded: function.applied(to: Int32($0))) }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}

/// The square root in `float32`, whose result loses its fraction.
private struct QuantizedSquareRoot: Sendable {
  private let input: QuantizedElements
  private let output: QuantizedElements
  /// The first element that is not negative.
  let lowest: Int32

  init(_ operands: Operands) throws(OperatorError) {
    (input, output) = try UnaryArithmetic.schemes(operands)
    lowest = input.zeroPoint
  }

  func applied(to element: Int32) -> Int32 {
    let root = (input.scale * Float(element - input.zeroPoint)).squareRoot()
    return output.element(Int32(saturating: root / output.scale))
  }
}
