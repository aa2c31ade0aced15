internal import SwiftletFormat
internal import SwiftletTensor

/// `GATHER`: slices along an axis, in the order of an index tensor.
struct Gather: Operator {
  static let code = BuiltinOperator.gather
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .int4, .bfloat16,
  ]
  static let remarks = [
    "LiteRT moves whole bytes of int4, which is wrong where a slice begins in the middle of one."
  ]
  private let options: GatherOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    options = node.options(as: GatherOptions.self)
    let indices = try node.input(1)
    try MovementLowering.checkTypes(try node.input(0), try node.output(), allowsPacked: true)
    try node.require(
      [.int16, .int32, .int64].contains(indices.type),
      "has indices of type \(indices.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, indices) = (try operands.input(0).shape, try operands.input(1).shape)
    let (axis, batches) = try axes(shape, indices)
    let result = Shape(
      Array(shape.dimensions[..<axis]) + Array(indices.dimensions[batches...])
        + Array(shape.dimensions[(axis + 1)...]))
    guard result.rank <= Shape.maximumRank else {
      throw .unsupported("has an output of \(result.rank) dimensions")
    }
    return [result]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    if operands.outputs[0].type.packedBits != nil {
      return try PackedMovement.step(operands) { spread throws(OperatorError) in
        try lower(spread, in: context)
      }
    }
    let input = try operands.input(0)
    let indices = try operands.input(1)
    let (axis, batches) = try axes(input.shape, indices.shape)
    let inner = input.shape.dimensions[(axis + 1)...].reduce(1, *) * (try input.elementSize())
    let extent = input.shape[axis]
    let outer = input.shape.dimensions[batches..<axis].reduce(1, *)
    let count = indices.shape.dimensions[batches...].reduce(1, *)
    let units =
      operands.outputs[0].elementCount == 0
      ? 0
      : input.shape.dimensions[..<batches].reduce(1, *) * outer * count
    let type = indices.type
    let phase = Phase(
      units: units, nanoseconds: units * (8 + inner / 32)
    ) { buffers, range in
      for unit in range {
        let (slice, place) = unit.quotientAndRemainder(dividingBy: count)
        let index = unsafe buffers.input(1).integer((slice / outer) * count + place, of: type)
        guard index >= 0, index < extent else {
          buffers.fail(.indexOutOfRange)
          continue
        }
        unsafe (buffers.output() + unit * inner).copyMemory(
          from: buffers.input(0) + (slice * extent + index) * inner, byteCount: inner)
      }
    }
    return Step(kernel: "gather", phases: [phase], canFault: true)
  }

  private func axes(
    _ shape: Shape, _ indices: Shape
  ) throws(OperatorError) -> (axis: Int, batches: Int) {
    guard let axis = shape.axis(options.axis) else {
      throw .invalid("has no axis \(options.axis) in an input of \(shape)")
    }
    let batches = options.batchDims < 0 ? options.batchDims + indices.rank : options.batchDims
    guard batches >= 0, batches <= axis, batches <= indices.rank,
      shape.dimensions[..<batches] == indices.dimensions[..<batches]
    else {
      throw .invalid(
        "has \(options.batchDims) batch dimensions for an input of \(shape) and indices of "
          + "\(indices)")
    }
    return (axis, batches)
  }
}
