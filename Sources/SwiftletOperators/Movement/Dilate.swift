internal import SwiftletFormat
internal import SwiftletTensor

/// `DILATE`: the elements pulled apart along each axis, with copies of a value between them.
struct Dilate: Operator {
  static let code = BuiltinOperator.dilate
  static let elementTypes: [ElementType] = .wholeBytes

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    let (input, dilations, value) = (try node.input(0), try node.input(1), try node.input(2))
    try node.require(
      dilations.type == .int32, "has dilations of type \(dilations.type.name)")
    try node.require(value.type == input.type, "has a value of type \(value.type.name)")
    try MovementLowering.checkTypes(input, try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let dilations = try dilations(operands) else { return nil }
    var shape = try operands.input(0).shape
    for (axis, dilation) in dilations.enumerated() where shape[axis] > 0 {
      shape[axis] = (shape[axis] - 1) * dilation + 1
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let dilations = try dilations(operands) else {
      throw .unsupported("has dilations that are not constant")
    }
    let (input, output) = (try operands.input(0), operands.outputs[0])
    let size = try input.elementSize()
    let (from, to) = (input.shape.strides, output.shape.strides)
    let axes = dilations.indices.map {
      StridedCopy.Axis(
        extent: input.shape[$0], source: from[$0] * size, target: to[$0] * dilations[$0] * size)
    }
    return Step(
      kernel: "dilate",
      phases: [
        FillLowering.phase(count: output.elementCount, size: size, input: 2),
        StridedCopy(axes, elementSize: size).phase(),
      ])
  }

  private func dilations(_ operands: Operands) throws(OperatorError) -> [Int]? {
    guard let dilations = try MovementLowering.list(operands, 1) else { return nil }
    let value = try operands.input(2).shape
    guard value.elementCount == 1 else { throw .invalid("has a value of shape \(value)") }
    let shape = try operands.input(0).shape
    guard dilations.count == shape.rank, dilations.allSatisfy({ $0 >= 1 }) else {
      throw .invalid("has dilations of \(dilations) for an input of \(shape)")
    }
    return dilations
  }
}
