internal import SwiftletFormat
internal import SwiftletTensor

/// `SELECT_V2`: elements of one operand where a condition is true and of another elsewhere, all
/// broadcast.
struct SelectV2: Operator {
  static let code = BuiltinOperator.selectV2
  static let elementTypes = SelectLowering.elementTypes

  init(reading node: NodeReader) throws(OperatorError) {
    try SelectLowering.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let condition = try operands.input(0).shape
    let (a, b) = (try operands.input(1).shape, try operands.input(2).shape)
    guard let shape = a.broadcast(with: b)?.broadcast(with: condition) else {
      throw .invalid("cannot broadcast \(condition), \(a) and \(b) together")
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try SelectLowering.step(operands, condition: try operands.input(0).shape)
  }
}
