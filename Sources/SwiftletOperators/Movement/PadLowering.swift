internal import SwiftletFormat
internal import SwiftletTensor

/// PAD and PADV2: elements before and after along each axis.
enum PadLowering {
  /// Throws unless the input and the output have one type and paddings are integers.
  static func check(_ node: NodeReader, inputs: Int) throws(OperatorError) {
    try node.require(inputs: inputs...inputs)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
    _ = try input.elementSize()
  }

  /// The elements before and after along each axis; nil where they are known only while running.
  static func paddings(
    _ operands: Operands
  ) throws(OperatorError) -> [(before: Int, after: Int)]? {
    let shape = try operands.input(0).shape
    let info = try operands.input(1)
    guard info.shape == [shape.rank, 2] else {
      throw .invalid("has paddings of shape \(info.shape) for an input of \(shape)")
    }
    guard let numbers = try operands.integers(1) else { return nil }
    guard numbers.allSatisfy({ $0 >= 0 && $0 <= Int32.max }) else {
      throw .invalid("has paddings of \(numbers), which must not be negative")
    }
    return (0..<shape.rank).map { (numbers[2 * $0], numbers[2 * $0 + 1]) }
  }

  static func outputShape(_ operands: Operands) throws(OperatorError) -> Shape? {
    guard let paddings = try paddings(operands) else { return nil }
    var shape = try operands.input(0).shape
    for (axis, padding) in paddings.enumerated() {
      shape[axis] += padding.before + padding.after
    }
    return shape
  }

  /// Fills with the first element of an input, or with `fill`, then copies into the middle.
  static func step(
    _ operands: Operands, fill: UInt64, fillInput: Int? = nil
  ) throws(OperatorError) -> Step {
    guard let paddings = try paddings(operands) else {
      throw .unsupported("has paddings that are not constant")
    }
    let input = try operands.input(0)
    let output = operands.outputs[0]
    let size = try input.elementSize()
    let strides = output.shape.strides
    let offset = paddings.indices.reduce(0) { $0 + paddings[$1].before * strides[$1] }
    let copy = StridedCopy(
      StridedCopy.box(
        input.shape.dimensions, source: input.shape, target: output.shape, elementSize: size),
      elementSize: size, target: offset * size)
    let count = output.elementCount
    guard count != input.elementCount else {
      return Step(kernel: "pad", phases: [copy.phase()], inPlaceInputs: [0], isCopy: true)
    }
    let filling =
      fillInput.map { FillLowering.phase(count: count, size: size, input: $0) }
      ?? FillLowering.phase(count: count, size: size, pattern: fill)
    return Step(kernel: "pad", phases: [filling, copy.phase()])
  }
}
