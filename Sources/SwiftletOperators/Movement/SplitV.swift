internal import SwiftletFormat
internal import SwiftletTensor

/// `SPLIT_V`: parts of given sizes along an axis.
struct SplitV: Operator {
  static let code = BuiltinOperator.splitV
  static let elementTypes: [ElementType] = .numbers

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3, outputs: 1...Int.max)
    for output in node.outputs { try MovementLowering.checkTypes(try node.input(0), output) }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let (axis, extents) = try parts(operands) else { return nil }
    let shape = try operands.input(0).shape
    return extents.map { extent in
      var part = shape
      part[axis] = extent
      return part
    }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let (axis, extents) = try parts(operands) else {
      throw .unsupported("has sizes that are not constant")
    }
    return try MovementLowering.split(operands, input: 0, axis: axis, extents: extents)
  }

  private func parts(_ operands: Operands) throws(OperatorError) -> (axis: Int, extents: [Int])? {
    guard let sizes = try operands.integers(1), let numbers = try operands.integers(2) else {
      return nil
    }
    let shape = try operands.input(0).shape
    guard numbers.count == 1, let axis = shape.axis(numbers[0]) else {
      throw .invalid("has an axis of \(numbers) for an input of \(shape)")
    }
    guard sizes.count == operands.outputs.count, sizes.allSatisfy({ $0 >= -1 && $0 <= Int32.max }),
      sizes.filter({ $0 == -1 }).count <= 1
    else {
      throw .invalid("has sizes of \(sizes) for \(operands.outputs.count) outputs")
    }
    let rest = shape[axis] - sizes.reduce(0) { $0 + max($1, 0) }
    guard sizes.contains(-1) ? rest >= 0 : rest == 0 else {
      throw .invalid("cannot cut axis \(axis) of \(shape) into \(sizes)")
    }
    return (axis, sizes.map { $0 == -1 ? rest : $0 })
  }
}
