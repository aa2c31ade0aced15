internal import SwiftletFormat
internal import SwiftletTensor

/// `RIGHT_SHIFT`: the first operand shifted by the second, broadcast; signed numbers keep their
/// sign, and counts are moved into those that the type has.
struct RightShift: Operator {
  static let code = BuiltinOperator.rightShift
  static let elementTypes: [ElementType] = [.int32, .uint8, .int16, .int8, .uint32, .uint16]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .int8: return try step(on: Int8.self, operands)
    case .uint8: return try step(on: UInt8.self, operands)
    case .int16: return try step(on: Int16.self, operands)
    case .uint16: return try step(on: UInt16.self, operands)
    case .int32: return try step(on: Int32.self, operands)
    case .uint32: return try step(on: UInt32.self, operands)
    default: throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }

  private func step<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("shift right", on: type, operands) { a, b, _ in
      a &>> min(max(b, 0), Integer(type.bitWidth - 1))
    }
  }
}
