internal import SwiftletFormat
internal import SwiftletTensor

/// `FILL`: one element, as often as a shape says.
struct Fill: Operator {
  static let code = BuiltinOperator.fill
  static let elementTypes: [ElementType] = .movable

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let dimensions = try node.input(0)
    try node.require(
      [.int32, .int64].contains(dimensions.type),
      "has extents of type \(dimensions.type.name)")
    try MovementLowering.checkTypes(try node.input(1), try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let value = try operands.input(1).shape
    guard value.rank == 0 else { throw .invalid("has a value of shape \(value)") }
    return try MovementLowering.shape(operands, 0).map { [$0] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    let size = try output.elementSize()
    return Step(
      kernel: "fill",
      phases: [FillLowering.phase(count: output.elementCount, size: size, input: 1)])
  }
}
