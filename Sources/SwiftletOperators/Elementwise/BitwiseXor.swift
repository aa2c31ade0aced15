internal import SwiftletFormat
internal import SwiftletTensor

/// `BITWISE_XOR`: the bits that differ, broadcast.
struct BitwiseXor: Operator {
  static let code = BuiltinOperator.bitwiseXor
  static let elementTypes: [ElementType] = [.int32, .uint8, .int16, .int8, .uint32, .uint16]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .int8, .uint8: return try step(on: UInt8.self, operands)
    case .int16, .uint16: return try step(on: UInt16.self, operands)
    case .int32, .uint32: return try step(on: UInt32.self, operands)
    default: throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }

  private func step<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("xor", on: type, operands) { a, b, _ in a ^ b }
  }
}
