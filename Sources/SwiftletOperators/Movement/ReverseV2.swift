internal import SwiftletFormat
internal import SwiftletTensor

/// `REVERSE_V2`: the elements in the opposite order along some axes.
struct ReverseV2: Operator {
  static let code = BuiltinOperator.reverseV2
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .bfloat16,
  ]
  static let remarks = ["LiteRT refuses axes that are not neighbours."]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let axes = try node.input(1)
    try node.require(axes.type == .int32, "has axes of type \(axes.type.name)")
    try MovementLowering.checkTypes(try node.input(0), try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard try axes(operands) != nil else { return nil }
    return [try operands.input(0).shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let reversed = try axes(operands) else {
      throw .unsupported("has axes that are not constant")
    }
    let shape = try operands.input(0).shape
    return try MovementLowering.slice(
      "reverse", operands,
      begin: shape.dimensions.enumerated().map { reversed.contains($0) ? $1 - 1 : 0 },
      steps: shape.dimensions.indices.map { reversed.contains($0) ? -1 : 1 },
      extents: shape.dimensions)
  }

  private func axes(_ operands: Operands) throws(OperatorError) -> Set<Int>? {
    guard let numbers = try MovementLowering.list(operands, 1) else { return nil }
    let shape = try operands.input(0).shape
    var axes: Set<Int> = []
    for number in numbers {
      guard let axis = shape.axis(number), axes.insert(axis).inserted else {
        throw .invalid("cannot reverse the axes \(numbers) of \(shape)")
      }
    }
    return axes
  }
}
