internal import SwiftletFormat
internal import SwiftletTensor

/// `EMBEDDING_LOOKUP`: rows of a table, dequantised where the output is of floats.
struct EmbeddingLookup: Operator {
  static let code = BuiltinOperator.embeddingLookup
  static let elementTypes: [ElementType] = [
    .float32, .float16, .int32, .uint8, .int64, .bool, .int16, .int8, .int4, .int2,
  ]
  static let remarks = [
    "Tables of int8, uint8, int4 and int2 may give float32 or float16, with one scale, one for "
      + "each row or (int4) one for each block, and the zero point 0; other tables give their own type.",
    "As in LiteRT, a uint8 table that gives floats holds the bits of signed numbers.",
    "Rows of int4 and int2 tables may begin inside a byte; LiteRT reads them from the next lower "
      + "whole byte on.",
  ]
  /// Whether rows are copied as they are.
  private let isCopy: Bool

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (ids, table, output) = (try node.input(0), try node.input(1), try node.output())
    try node.require(ids.type == .int32, "has indices of type \(ids.type.name)")
    isCopy = table.type == output.type
    guard !isCopy else {
      _ = try table.elementSize()
      return
    }
    guard [.int8, .uint8, .int4, .int2].contains(table.type),
      output.type == .float32 || output.type == .float16
    else {
      throw .unsupported(
        "has a table of type \(table.type.name) and an output of type \(output.type.name)")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (ids, table) = (try operands.input(0).shape, try operands.input(1).shape)
    guard ids.rank == 1, table.rank >= 2 else {
      throw .invalid("has indices of \(ids) for a table of \(table)")
    }
    return [Shape(ids.dimensions + table.dimensions.dropFirst())]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let table = try operands.input(1)
    let width = table.shape.dimensions.dropFirst().reduce(1, *)
    guard isCopy else {
      let scales = try TableScales(table)
      return operands.outputs[0].type == .float16
        ? step(to: Float16.self, from: table.type, scales, operands, width: width)
        : step(to: Float.self, from: table.type, scales, operands, width: width)
    }
    let size = width * (try table.elementSize())
    return step("copy", operands, width: size) { buffers, row, id in
      unsafe (buffers.output() + row * size).copyMemory(
        from: buffers.input(1) + id * size, byteCount: size)
    }
  }

  private func step<Value: BinaryFloatingPoint & BitwiseCopyable & Sendable>(
    to type: Value.Type, from tableType: ElementType, _ scales: TableScales, _ operands: Operands,
    width: Int
  ) -> Step {
    step("\(tableType.name) to \(type)", operands, width: width) { buffers, row, id in
      let source = unsafe buffers.input(1, as: UInt8.self)
      let target = unsafe buffers.output(as: type) + row * width
      for first in stride(from: 0, to: width, by: scales.run) {
        let start = id * width + first
        let scale = scales.values[start / scales.run]
        let (part, count) = unsafe (target + first, min(scales.run, width - first))
        // One loop for each width, in which places within a byte are shifts by constants.
        switch tableType {
        case .int4: unsafe Self.dequantize(source, start, bits: 4, scale, part, count)
        case .int2: unsafe Self.dequantize(source, start, bits: 2, scale, part, count)
        default: unsafe Self.dequantize(source, start, bits: 8, scale, part, count)
        }
      }
    }
  }

  /// Units are rows of the output.
  private func step(
    _ name: String, _ operands: Operands, width: Int,
    copy: @escaping @Sendable (borrowing Buffers, _ row: Int, _ id: Int) -> Void
  ) -> Step {
    let output = operands.outputs[0].shape
    let rows = output.elementCount == 0 ? 0 : output[0]
    let entries = operands.inputs[1]?.shape[0] ?? 0
    let phase = Phase(units: rows, nanoseconds: rows * (8 + width / 4)) { buffers, range in
      for row in range {
        let id = unsafe Int(buffers.input(0, as: Int32.self)[row])
        guard id >= 0, id < entries else {
          buffers.fail(.indexOutOfRange)
          continue
        }
        copy(buffers, row, id)
      }
    }
    return Step(kernel: "embedding lookup \(name)", phases: [phase], canFault: true)
  }

  /// Makes floats of a packed list of signed numbers, the first in the lowest bits of a byte.
  @inline(__always) @unsafe private static func dequantize<Value: BinaryFloatingPoint>(
    _ source: UnsafePointer<UInt8>, _ start: Int, bits: Int, _ scale: Float,
    _ target: UnsafeMutablePointer<Value>, _ count: Int
  ) {
    for index in 0..<count {
      let place = (start + index) * bits
      let raised = unsafe source[place >> 3] << UInt8(truncatingIfNeeded: 8 - bits - place & 7)
      let number = Int8(bitPattern: raised) >> Int8(truncatingIfNeeded: 8 - bits)
      unsafe target[index] = Value(Float(number) * scale)
    }
  }
}
