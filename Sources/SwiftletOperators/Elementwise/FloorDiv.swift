internal import SwiftletFormat
internal import SwiftletTensor

/// `FLOOR_DIV`: the largest integer that is not larger than the quotient, broadcast.
///
/// Elements are plain numbers even where they have a scale.
struct FloorDiv: Operator {
  static let code = BuiltinOperator.floorDiv
  static let elementTypes: [ElementType] = [.float32, .int32, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32:
      return try BinaryArithmetic.step(
        "floor divide", on: Float.self, operands, canFault: true
      ) { a, b, buffers in
        if b == 0 { buffers.fail(.divisionByZero) }
        return (a / b).rounded(.down)
      }
    case .int8: return try step(on: Int8.self, operands)
    case .int16: return try step(on: Int16.self, operands)
    case .int32: return try step(on: Int32.self, operands)
    default: throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }

  private func step<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("floor divide", on: type, operands, canFault: true) {
      a, b, buffers in
      guard b != 0 else {
        buffers.fail(.divisionByZero)
        return 0
      }
      // The one quotient that overflows wraps, without a rest.
      let quotient = a.dividedReportingOverflow(by: b).partialValue
      let rest = a &- quotient &* b
      return rest != 0 && (rest < 0) != (b < 0) ? quotient - 1 : quotient
    }
  }
}
