internal import SwiftletFormat
internal import SwiftletTensor

/// `TILE`: the input repeated along each axis.
struct Tile: Operator {
  static let code = BuiltinOperator.tile
  static let elementTypes: [ElementType] = .movable

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let multiples = try multiples(operands) else { return nil }
    var shape = try operands.input(0).shape
    for (axis, multiple) in multiples.enumerated() {
      let (extent, overflow) = shape[axis].multipliedReportingOverflow(by: multiple)
      guard !overflow else { throw .invalid("repeats axis \(axis) of \(shape) \(multiple) times") }
      shape[axis] = extent
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let multiples = try multiples(operands) else {
      throw .unsupported("has multiples that are not constant")
    }
    let input = try operands.input(0)
    let size = try input.elementSize()
    let (from, to) = (input.shape.strides, operands.outputs[0].shape.strides)
    let axes = multiples.enumerated().flatMap { axis, multiple in
      [
        StridedCopy.Axis(
          extent: multiple, source: 0, target: input.shape[axis] * to[axis] * size),
        StridedCopy.Axis(
          extent: input.shape[axis], source: from[axis] * size, target: to[axis] * size),
      ]
    }
    return Step(kernel: "tile", phases: [StridedCopy(axes, elementSize: size).phase()])
  }

  private func multiples(_ operands: Operands) throws(OperatorError) -> [Int]? {
    let rank = try operands.input(0).shape.rank
    guard let numbers = try operands.integers(1) else { return nil }
    guard numbers.count == rank, numbers.allSatisfy({ $0 >= 0 }) else {
      throw .invalid("has multiples of \(numbers) for \(rank) dimensions")
    }
    return numbers
  }
}
