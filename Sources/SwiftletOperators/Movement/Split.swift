internal import SwiftletFormat
internal import SwiftletTensor

/// `SPLIT`: equal parts along an axis.
struct Split: Operator {
  static let code = BuiltinOperator.split
  static let elementTypes: [ElementType] = .numbers + [.float16]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2, outputs: 1...Int.max)
    let count = node.options(as: SplitOptions.self).numSplits
    try node.require(
      count == node.outputs.count, "has \(node.outputs.count) outputs instead of \(count)")
    for output in node.outputs { try MovementLowering.checkTypes(try node.input(1), output) }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let (axis, extent) = try part(operands) else { return nil }
    var shape = try operands.input(1).shape
    shape[axis] = extent
    return operands.outputs.map { _ in shape }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let (axis, extent) = try part(operands) else {
      throw .unsupported("has an axis that is not constant")
    }
    return try MovementLowering.split(
      operands, input: 1, axis: axis, extents: operands.outputs.map { _ in extent })
  }

  private func part(_ operands: Operands) throws(OperatorError) -> (axis: Int, extent: Int)? {
    guard let numbers = try operands.integers(0) else { return nil }
    let shape = try operands.input(1).shape
    guard numbers.count == 1, let axis = shape.axis(numbers[0]) else {
      throw .invalid("has an axis of \(numbers) for an input of \(shape)")
    }
    let (extent, rest) = shape[axis].quotientAndRemainder(dividingBy: operands.outputs.count)
    guard rest == 0 else {
      throw .invalid(
        "cannot cut axis \(axis) of \(shape) into \(operands.outputs.count) equal parts")
    }
    return (axis, extent)
  }
}
