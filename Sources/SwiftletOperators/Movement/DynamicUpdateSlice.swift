internal import SwiftletFormat
internal import SwiftletTensor

/// `DYNAMIC_UPDATE_SLICE`: the input with a box replaced, which is moved until it lies inside.
struct DynamicUpdateSlice: Operator {
  static let code = BuiltinOperator.dynamicUpdateSlice
  static let elementTypes: [ElementType] = .wholeBytes + [.int4]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    let (output, start) = (try node.output(), try node.input(2))
    for index in 0..<2 {
      try MovementLowering.checkTypes(try node.input(index), output, allowsPacked: true)
    }
    try node.require(
      [.int32, .int64].contains(start.type), "has a place of type \(start.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, update) = (try operands.input(0).shape, try operands.input(1).shape)
    let start = try operands.input(2).shape
    guard update.rank == shape.rank, start == [shape.rank],
      zip(update.dimensions, shape.dimensions).allSatisfy({ $0 <= $1 })
    else {
      throw .invalid("cannot write a box of \(update) into \(shape) at a place of shape \(start)")
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if operands.outputs[0].type.packedBits != nil {
      return try PackedMovement.step(operands) { spread throws(OperatorError) in
        try lower(spread, in: context)
      }
    }
    let (input, update) = (try operands.input(0), try operands.input(1))
    let size = try input.elementSize()
    let copy = StridedCopy(
      StridedCopy.box(
        update.shape.dimensions, source: update.shape, target: input.shape, elementSize: size),
      elementSize: size)
    let strides = input.shape.strides
    let most = zip(input.shape.dimensions, update.shape.dimensions).map { $0 - $1 }
    let type = try operands.input(2).type
    let writing = copy.phase(input: 1) { buffers in
      var offset = 0
      for axis in strides.indices {
        let start = unsafe buffers.input(2).integer(axis, of: type)
        offset += min(max(start, 0), most[axis]) * strides[axis]
      }
      return offset * size
    }
    return Step(
      kernel: "update slice", phases: [ViewLowering.copying(byteCount: input.byteCount), writing],
      inPlaceInputs: [0])
  }
}
