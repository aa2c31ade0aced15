internal import SwiftletFormat
internal import SwiftletTensor

/// `FLOOR_MOD`: the rest of a division whose quotient is rounded down, so that it has the sign of
/// the divisor; broadcast.
///
/// Elements are plain numbers even where they have a scale.
struct FloorMod: Operator {
  static let code = BuiltinOperator.floorMod
  static let elementTypes: [ElementType] = [.float32, .int32, .int64, .int16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32:
      return try BinaryArithmetic.step("floor modulo", on: Float.self, operands) { a, b, _ in
        let rest = a.truncatingRemainder(dividingBy: b)
        return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest
      }
    case .int8: return try step(on: Int8.self, operands)
    case .int16: return try step(on: Int16.self, operands)
    case .int32: return try step(on: Int32.self, operands)
    case .int64: return try step(on: Int64.self, operands)
    default: throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }

  private func step<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("floor modulo", on: type, operands, canFault: true) {
      a, b, buffers in
      guard b != 0 else {
        buffers.fail(.divisionByZero)
        return 0
      }
      // Beside the one quotient that overflows there is no rest.
      let (rest, overflow) = a.remainderReportingOverflow(dividingBy: b)
      guard !overflow, rest != 0, (rest < 0) != (b < 0) else { return overflow ? 0 : rest }
      return rest + b
    }
  }
}
