internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `NEG`: `−x`.
struct Neg: Operator {
  static let code = BuiltinOperator.neg
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .int64, .int16, .int8, .bfloat16,
  ]

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
    case .float32: return try UnaryArithmetic.step(.negation, operands, in: context)
    case .int32: return UnaryArithmetic.step("negate", on: Int32.self, operands) { 0 &- $0 }
    case .int64: return UnaryArithmetic.step("negate", on: Int64.self, operands) { 0 &- $0 }
    case .int16: return UnaryArithmetic.step("negate", on: Int16.self, operands) { 0 &- $0 }
    case .int8: return UnaryArithmetic.step("negate", on: Int8.self, operands) { 0 &- $0 }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
