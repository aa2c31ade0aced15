internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `MINIMUM`: the smaller of two operands, broadcast.
struct Minimum: Operator {
  static let code = BuiltinOperator.minimum
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .int16, .int8, .bfloat16,
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try BinaryArithmetic.outputShapes(for: operands)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    switch operands.outputs[0].type {
    case .float32: return try BinaryArithmetic.step(.minimum, operands, in: context)
    case .int8: return try step(on: Int8.self, operands)
    case .uint8: return try step(on: UInt8.self, operands)
    case .int16: return try step(on: Int16.self, operands)
    case .int32: return try step(on: Int32.self, operands)
    case .int64: return try step(on: Int64.self, operands)
    default: throw .unsupported("has operands of type \(operands.outputs[0].type.name)")
    }
  }

  /// Quantised elements are compared as they are, whatever their scales.
  private func step<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>(
    on type: Integer.Type, _ operands: Operands
  ) throws(OperatorError) -> Step {
    try BinaryArithmetic.step("minimum", on: type, operands) { a, b, _ in min(a, b) }
  }
}
