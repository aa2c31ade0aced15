internal import SwiftletFormat
internal import SwiftletTensor

/// `UNPACK`: the parts along an axis, each without it.
struct Unpack: Operator {
  static let code = BuiltinOperator.unpack
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .bool, .int16, .int8, .bfloat16,
  ]
  private let axis: Int

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 1...1, outputs: 1...Int.max)
    let options = node.options(as: UnpackOptions.self)
    axis = options.axis
    try node.require(
      options.num == node.outputs.count,
      "has \(node.outputs.count) outputs instead of \(options.num)")
    for output in node.outputs { try MovementLowering.checkTypes(try node.input(0), output) }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var shape = try operands.input(0).shape
    guard let axis = shape.axis(axis), shape[axis] == operands.outputs.count else {
      throw .invalid("cannot take \(operands.outputs.count) parts along axis \(axis) of \(shape)")
    }
    shape.dimensions.remove(at: axis)
    return operands.outputs.map { _ in shape }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let shape = try operands.input(0).shape
    guard let axis = shape.axis(axis) else { throw .invalid("has no axis \(axis) in \(shape)") }
    return try MovementLowering.split(
      operands, input: 0, axis: axis, extents: operands.outputs.map { _ in 1 })
  }
}
