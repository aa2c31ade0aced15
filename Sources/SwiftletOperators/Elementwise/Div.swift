internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `DIV`: `a / b`, broadcast, then the activation; integers lose the fraction.
struct Div: Operator {
  static let code = BuiltinOperator.div
  static let elementTypes: [ElementType] = [.float32, .float16, .int32, .uint8, .int16, .int8]
  static let remarks = [
    "LiteRT gives an arbitrary number where the quotient of quantised operands is much smaller "
      + "than the output's scale; the nearest number is given instead."
  ]
  private let activation: ActivationFunction

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
    activation = node.options(as: DivOptions.self).fusedActivation
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    ElementwiseNodes.count(operands, activation: activation)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    switch operands.outputs[0].type {
    case .float32:
      return try BinaryArithmetic.step(.divide, operands, activation: activation, in: context)
    case .int32:
      let limits = activation.limits(of: Int32.self)
      return try BinaryArithmetic.step(
        "divide", on: Int32.self, operands, canFault: true
      ) { a, b, buffers in
        guard b != 0 else {
          buffers.fail(.divisionByZero)
          return 0
        }
        // The one quotient that overflows wraps.
        let quotient = a.dividedReportingOverflow(by: b).partialValue
        return min(max(quotient, limits.lowerBound), limits.upperBound)
      }
    case .int8: return try quantizedStep(on: Int8.self, operands)
    case .uint8: return try quantizedStep(on: UInt8.self, operands)
    case .int16: return try quantizedStep(on: Int16.self, operands)
    default:
      throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }

  private func quantizedStep<Element: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Element.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    let quotient = try RescaledQuotient(operands, activation: activation)
    return try BinaryArithmetic.step("divide", on: type, operands, canFault: true) {
      a, b, buffers in
      guard let result = quotient.applied(to: Int32(a), Int32(b)) else {
        buffers.fail(.divisionByZero)
        return 0
      }
      return Element(truncatingIfNeeded: result)
    }
  }
}
