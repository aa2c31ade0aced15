internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `ELU`: `x < 0 ? e^x − 1 : x`.
struct Elu: Operator {
  static let code = BuiltinOperator.elu
  static let elementTypes: [ElementType] = [.float32, .float16, .int8]

  init(reading node: NodeReader) throws(OperatorError) {
    try UnaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try UnaryArithmetic.outputShapes(for: operands)
  }

  func elementwiseNodes(_ operands: Operands) -> Int {
    max(ElementwiseNodes.count(operands), ElementwiseNodes.countOfBytes(operands))
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if let step = try WidenedFloats.step(self, operands, in: context) { return step }
    let input = try operands.input(0)
    switch input.type {
    case .float32: return try UnaryArithmetic.step(.elu, operands, in: context)
    case .int8:
      let (source, target) = try UnaryArithmetic.schemes(operands)
      func elu(_ x: Float) -> Float { x < 0 ? Float.exponentialMinusOne(x) : x }
      let isDelegated = context.arithmetic == .litert && operands.areDelegableElements
      let table =
        isDelegated
        ? LookupTable(delegatedFrom: source, to: target, real: elu)
        : LookupTable(from: source, to: target, real: elu)
      return table.step("elu", operands, in: context)
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
