internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `FLOOR`: the largest integer that is not larger.
struct Floor: Operator {
  static let code = BuiltinOperator.floor
  static let elementTypes: [ElementType] = [.float32, .float16, .bfloat16]

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
    case .float32: return try UnaryArithmetic.step(.floor, operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
