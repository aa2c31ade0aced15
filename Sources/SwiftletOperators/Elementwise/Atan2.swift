internal import SwiftletFormat
internal import SwiftletTensor

/// `ATAN2`: the angle of the point whose ordinate is the first operand.
struct Atan2: Operator {
  static let code = BuiltinOperator.atan2
  static let elementTypes: [ElementType] = [.float32, .float16, .float64, .bfloat16]

  init(reading node: NodeReader) throws(OperatorError) {
    try BinaryArithmetic.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (y, x) = (try operands.input(0).shape, try operands.input(1).shape)
    guard y == x else { throw .invalid("has operands of the shapes \(y) and \(x)") }
    return [y]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    switch operands.outputs[0].type {
    case .float32:
      return try BinaryArithmetic.step("atan2", on: Float.self, operands) { y, x, _ in
        Float.angle(y: y, x: x)
      }
    case .float64:
      return try BinaryArithmetic.step("atan2", on: Double.self, operands) { y, x, _ in
        Double.angle(y: y, x: x)
      }
    default:
      return try BinaryArithmetic.halfStep("atan2", operands) { Float.angle(y: $0, x: $1) }
    }
  }
}
