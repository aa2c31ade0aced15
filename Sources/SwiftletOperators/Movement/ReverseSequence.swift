internal import SwiftletFormat
internal import SwiftletTensor

/// `REVERSE_SEQUENCE`: the first elements along an axis in the opposite order, as many as an
/// operand says for each index along another axis.
struct ReverseSequence: Operator {
  static let code = BuiltinOperator.reverseSequence
  static let elementTypes: [ElementType] = [.float32, .int32, .uint8, .int64, .int16]
  static let remarks = ["LiteRT crashes on empty inputs."]
  private let sequenceAxis: Int
  private let batchAxis: Int

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let options = node.options(as: ReverseSequenceOptions.self)
    sequenceAxis = options.seqDim
    batchAxis = options.batchDim
    let lengths = try node.input(1)
    try node.require(
      [.int32, .int64].contains(lengths.type), "has lengths of type \(lengths.type.name)")
    try MovementLowering.checkTypes(try node.input(0), try node.output())
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (shape, lengths) = (try operands.input(0).shape, try operands.input(1).shape)
    guard sequenceAxis >= 0, batchAxis >= 0, max(sequenceAxis, batchAxis) < shape.rank,
      sequenceAxis != batchAxis, lengths == [shape[batchAxis]]
    else {
      throw .invalid(
        "cannot reverse axis \(sequenceAxis) of \(shape) by lengths of \(lengths) along axis "
          + "\(batchAxis)")
    }
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let input = try operands.input(0)
    let size = try input.elementSize()
    let shape = input.shape
    let last = max(sequenceAxis, batchAxis)
    let inner = shape.dimensions[(last + 1)...].reduce(1, *)
    let run = inner * size
    let units = shape.elementCount == 0 ? 0 : shape.elementCount / inner
    let extent = shape[sequenceAxis]
    // In runs.
    let stride = shape.strides[sequenceAxis] / max(inner, 1)
    let (batchStride, batches) = (shape.strides[batchAxis] / max(inner, 1), shape[batchAxis])
    let type = try operands.input(1).type
    let phase = Phase(units: units, nanoseconds: units * (8 + run / 16)) { buffers, range in
      for unit in range {
        let position = unit / stride % extent
        let length = unsafe buffers.input(1).integer(unit / batchStride % batches, of: type)
        guard length <= extent else {
          buffers.fail(.indexOutOfRange)
          continue
        }
        let source = position < length ? length - 1 - position : position
        unsafe (buffers.output() + unit * run).copyMemory(
          from: buffers.input(0) + (unit + (source - position) * stride) * run, byteCount: run)
      }
    }
    return Step(kernel: "reverse sequence", phases: [phase], canFault: true)
  }
}
