internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `GELU`: `x · Φ(x)`, with the normal distribution or its approximation by a hyperbolic tangent.
struct Gelu: Operator {
  static let code = BuiltinOperator.gelu
  static let elementTypes: [ElementType] = [.float32, .float16, .uint8, .int8]
  private let isApproximate: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
    isApproximate = node.options(as: GeluOptions.self).approximate
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let function: @Sendable (Float) -> Float = isApproximate ? Self.approximate : Self.exact
    switch input.type {
    case .float32:
      return try UnaryArithmetic.step(
        isApproximate ? .geluTanh : .gelu, operands, in: context)
    case .float16: return try UnaryArithmetic.halfStep("gelu", operands, function: function)
    case .int8, .uint8:
      let table = LookupTable(
        from: try QuantizedElements(input, "input"),
        to: try QuantizedElements(operands.outputs[0], "output"), real: function)
      return table.step("gelu", operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }

  /// `½ · x · erfc(−x / √2)`, which does not cancel for negative numbers.
  private static func exact(_ x: Float) -> Float {
    0.5 * x * Float.complementaryErrorFunction(x * -0.707_106_78)
  }

  private static func approximate(_ x: Float) -> Float {
    // √(2/π)
    let factor: Float = 0.797_884_56
    return 0.5 * x * (1 + Float.hyperbolicTangent(factor * (x + 0.044715 * x * x * x)))
  }
}
