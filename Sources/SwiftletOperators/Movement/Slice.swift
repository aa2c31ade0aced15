internal import SwiftletFormat
internal import SwiftletTensor

/// `SLICE`: a box of the input, given by its first element and its size.
struct Slice: Operator {
  static let code = BuiltinOperator.slice
  static let elementTypes: [ElementType] = .movable + [.int4]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    try MovementLowering.checkTypes(try node.input(0), try node.output(), allowsPacked: true)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try box(operands).map { [Shape($0.extents)] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if operands.outputs[0].type.packedBits != nil {
      return try PackedMovement.step(operands) { spread throws(OperatorError) in
        try lower(spread, in: context)
      }
    }
    guard let (begin, extents) = try box(operands) else {
      throw .unsupported("has a box that is not constant")
    }
    return try MovementLowering.slice(
      "slice", operands, begin: begin, steps: extents.map { _ in 1 }, extents: extents)
  }

  private func box(
    _ operands: Operands
  ) throws(OperatorError) -> (begin: [Int], extents: [Int])? {
    let shape = try operands.input(0).shape
    guard let begin = try operands.boundedIntegers(1), let sizes = try operands.boundedIntegers(2)
    else {
      return nil
    }
    guard begin.count == shape.rank, sizes.count == shape.rank else {
      throw .invalid(
        "has \(begin.count) starts and \(sizes.count) sizes for an input of \(shape)")
    }
    var extents: [Int] = []
    for axis in 0..<shape.rank {
      let rest = shape[axis] - begin[axis]
      guard begin[axis] >= 0, rest >= 0, sizes[axis] >= -1, sizes[axis] <= rest else {
        throw .invalid(
          "cannot take \(sizes[axis]) elements from \(begin[axis]) on along axis \(axis) of \(shape)"
        )
      }
      extents.append(sizes[axis] == -1 ? rest : sizes[axis])
    }
    return (begin, extents)
  }
}
