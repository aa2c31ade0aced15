internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `DIV`: `a / b`, broadcast, then the activation; integers lose the fraction.
struct Div: Operator {
  static let code = BuiltinOperator.div
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .int16, .int8]
  private let activation: ActivationFunction

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
    activation = node.options(as: DivOptions.self).fusedActivation
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
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
    default:
      throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }
}
