internal import SwiftletFormat
internal import SwiftletTensor

/// `BROADCAST_ARGS`: the shape that two shapes have together.
struct BroadcastArgs: Operator {
  static let code = BuiltinOperator.broadcastArgs
  static let elementTypes: [ElementType] = [.int32, .int64]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let output = try node.output()
    for index in 0..<2 {
      let shape = try node.input(index)
      try node.require(
        Self.elementTypes.contains(shape.type) && shape.type == output.type,
        "has shapes of type \(shape.type.name) and \(output.type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    try extents(operands).map { [[$0.count]] }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard let extents = try extents(operands) else {
      throw .unsupported("has shapes that are not known")
    }
    return Step(
      kernel: "broadcast shapes",
      phases: [MovementLowering.writing(extents, as: operands.outputs[0].type)])
  }

  private func extents(_ operands: Operands) throws(OperatorError) -> [Int]? {
    guard let a = try MovementLowering.list(operands, 0),
      let b = try MovementLowering.list(operands, 1)
    else { return nil }
    guard max(a.count, b.count) <= Shape.maximumRank else {
      throw .unsupported("has shapes of \(max(a.count, b.count)) dimensions")
    }
    guard let result = Shape(a).broadcast(with: Shape(b)) else {
      throw .invalid("cannot broadcast \(a) with \(b)")
    }
    return result.dimensions
  }
}
