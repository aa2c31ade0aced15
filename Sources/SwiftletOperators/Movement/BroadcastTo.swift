internal import SwiftletFormat
internal import SwiftletTensor

/// `BROADCAST_TO`: the input repeated along axes of extent 1, and along new ones in front.
struct BroadcastTo: Operator {
  static let code = BuiltinOperator.broadcastTo
  static let elementTypes: [ElementType] = .wholeBytes

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let shape = try node.input(1)
    try node.require(
      [.int32, .int64].contains(shape.type), "has a target of type \(shape.type.name)")
    try MovementLowering.checkTypes(try node.input(0), try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    guard let target = try MovementLowering.shape(operands, 1) else { return nil }
    let input = try operands.input(0).shape
    guard input.rank <= target.rank, input.broadcast(with: target) == target else {
      throw .invalid("cannot broadcast \(input) to \(target)")
    }
    return [target]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (input, output) = (try operands.input(0), operands.outputs[0])
    let size = try input.elementSize()
    let (from, to) = (input.shape.strides, output.shape.strides)
    let added = output.shape.rank - input.shape.rank
    let axes = output.shape.dimensions.enumerated().map { axis, extent in
      let stays = axis < added || input.shape[axis - added] == 1
      return StridedCopy.Axis(
        extent: extent, source: stays ? 0 : from[axis - added] * size, target: to[axis] * size)
    }
    return Step(kernel: "broadcast", phases: [StridedCopy(axes, elementSize: size).phase()])
  }
}
