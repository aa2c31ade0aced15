internal import SwiftletFormat
internal import SwiftletTensor

/// `PACK`: inputs of one shape, side by side along a new axis.
struct Pack: Operator {
  static let code = BuiltinOperator.pack
  static let elementTypes: [ElementType] = [
    .float32, .int32, .uint8, .int64, .int16, .int8, .uint32,
  ]
  private let axis: Int

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...Int.max)
    let options = node.options(as: PackOptions.self)
    axis = options.axis
    try node.require(
      options.valuesCount == node.inputs.count,
      "has \(node.inputs.count) inputs instead of \(options.valuesCount)")
    for index in node.inputs.indices {
      try MovementLowering.checkTypes(try node.input(index), try node.output())
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var shape = try operands.input(0).shape
    for index in operands.inputs.indices {
      let other = try operands.input(index).shape
      guard other == shape else { throw .invalid("has inputs of \(shape) and \(other)") }
    }
    let place = try place(in: shape.rank)
    shape.dimensions.insert(operands.inputs.count, at: place)
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let size = try input.elementSize()
    let place = try place(in: input.shape.rank)
    let inner = input.shape.dimensions[place...].reduce(1, *) * size
    let outer = input.shape.dimensions[..<place].reduce(1, *)
    let count = operands.inputs.count
    let phases = operands.inputs.indices.map { index in
      StridedCopy(
        [
          StridedCopy.Axis(extent: outer, source: inner, target: inner * count),
          StridedCopy.Axis(extent: inner, source: 1, target: 1),
        ], elementSize: 1, target: index * inner
      ).phase(input: index)
    }
    return Step(kernel: "pack", phases: phases)
  }

  private func place(in rank: Int) throws(OperatorError) -> Int {
    let place = axis < 0 ? axis + rank + 1 : axis
    guard place >= 0, place <= rank, rank < Shape.maximumRank else {
      throw .invalid("cannot add axis \(axis) to \(rank) dimensions")
    }
    return place
  }
}
