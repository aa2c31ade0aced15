internal import SwiftletFormat
internal import SwiftletTensor

/// `SELECT`: elements of one operand where a condition is true and of another elsewhere.
///
/// The condition has their shape, is a scalar, or has an element for each row of axis 0.
struct Select: Operator {
  static let code = BuiltinOperator.select
  static let elementTypes = SelectLowering.elementTypes

  init(reading node: NodeReader) throws(OperatorError) {
    try SelectLowering.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (a, b) = (try operands.input(1).shape, try operands.input(2).shape)
    guard a == b else { throw .invalid("has operands of the shapes \(a) and \(b)") }
    _ = try condition(operands)
    return [a]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try SelectLowering.step(operands, condition: try condition(operands))
  }

  /// The shape of the condition as it broadcasts.
  private func condition(_ operands: Operands) throws(OperatorError) -> Shape {
    let (condition, shape) = (try operands.input(0).shape, try operands.input(1).shape)
    if condition == shape || condition.rank == 0 { return condition }
    guard condition.rank == 1, shape.rank > 0, condition[0] == shape[0] else {
      throw .invalid("has a condition of the shape \(condition) for \(shape)")
    }
    return Shape(condition.dimensions + Array(repeating: 1, count: shape.rank - 1))
  }
}
