internal import SwiftletFormat
internal import SwiftletTensor

/// `SHAPE`: the extents of a tensor as a list.
struct ShapeOperator: Operator {
  static let code = BuiltinOperator.shape
  static let readsShapesOnly = true
  static let elementTypes: [ElementType] = .fixedSize

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1)
    let output = try node.output()
    try node.require(
      output.type == .int32 || output.type == .int64,
      "has an output of type \(output.type.name) instead of int32 or int64")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [[try operands.input(0).shape.rank]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let extents = try operands.input(0).shape.dimensions
    return Step(
      kernel: "shape", phases: [MovementLowering.writing(extents, as: operands.outputs[0].type)])
  }
}
