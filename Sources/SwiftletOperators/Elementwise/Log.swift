internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// `LOG`: the natural logarithm; −∞ at 0, NaN below.
struct Log: Operator {
  static let code = BuiltinOperator.log
  static let elementTypes: [ElementType] = [.float32, .float16, .int16, .int8]

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
    case .float32: return try UnaryArithmetic.step(.logarithm, operands, in: context)
    case .int8, .int16:
      let (source, target) = try UnaryArithmetic.schemes(operands)
      // The smallest result stands for those that are no numbers.
      let lowest = target.scale * Float(target.range.lowerBound - target.zeroPoint)
      let function = { (real: Float) in real <= 0 ? lowest : Float.logarithm(real) }
      guard input.type == .int16 else {
        return LookupTable(from: source, to: target, real: function)
          .step("log", operands, in: context)
      }
      let table = InterpolatedTable(from: source, to: target, real: function)
      return UnaryArithmetic.step("log", on: Int16.self, operands) { table.value(at: $0) }
    default: throw .unsupported("has an input of type \(input.type.name)")
    }
  }
}
