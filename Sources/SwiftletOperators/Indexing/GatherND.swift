internal import SwiftletFormat
internal import SwiftletTensor

/// `GATHER_ND`: slices at positions that rows of indices give.
struct GatherND: Operator {
  static let code = BuiltinOperator.gatherND
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .bfloat16,
  ]

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let indices = try node.input(1)
    try MovementLowering.checkTypes(try node.input(0), try node.output())
    try node.require(
      [.int16, .int32, .int64].contains(indices.type),
      "has indices of type \(indices.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, indices) = (try operands.input(0).shape, try operands.input(1).shape)
    guard let depth = indices.dimensions.last, shape.rank > 0, depth <= shape.rank else {
      throw .invalid("has indices of \(indices) for an input of \(shape)")
    }
    return [Shape(Array(indices.dimensions.dropLast()) + Array(shape.dimensions[depth...]))]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let indices = try operands.input(1)
    let depth = indices.shape.dimensions.last ?? 0
    let slice = input.shape.dimensions[depth...].reduce(1, *) * (try input.elementSize())
    let rows = operands.outputs[0].elementCount == 0 ? 0 : indices.shape.rows
    let positions = IndexRows(of: indices.type, into: input.shape, depth: depth)
    let phase = Phase(units: rows, nanoseconds: rows * (8 + slice / 32)) { buffers, range in
      for row in range {
        guard let position = unsafe positions.slice(row, in: buffers.input(1)) else {
          buffers.fail(.indexOutOfRange)
          continue
        }
        unsafe (buffers.output() + row * slice).copyMemory(
          from: buffers.input(0) + position * slice, byteCount: slice)
      }
    }
    return Step(kernel: "gather nd", phases: [phase], canFault: true)
  }
}

extension Shape {
  /// The number of lists along the last axis; 1 for a scalar.
  var rows: Int { Shape(Array(dimensions.dropLast())).elementCount }
}
