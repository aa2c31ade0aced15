internal import SwiftletFormat
internal import SwiftletTensor

/// `FILL`: one element, as often as a shape says.
struct Fill: Operator {
  static let code = BuiltinOperator.fill
  static let elementTypes: [ElementType] = .movable

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (dimensions, value) = (try node.input(0), try node.input(1))
    try node.require(
      [.int32, .int64].contains(dimensions.type) && dimensions.shape.rank == 1,
      "has extents of type \(dimensions.type.name) and shape \(dimensions.shape)")
    try node.require(value.shape.rank == 0, "has a value of shape \(value.shape)")
    try MovementLowering.checkTypes(value, try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try MovementLowering.shape(operands, 0).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let size = try output.elementSize()
    return Step(
      kernel: "fill",
      phases: [FillLowering.phase(count: output.elementCount, size: size, input: 1)])
  }
}
