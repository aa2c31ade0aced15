internal import SwiftletFormat
internal import SwiftletTensor

/// `EMBEDDING_LOOKUP`: rows of a table, dequantised where the output is of floats.
struct EmbeddingLookup: Operator {
  static let code = BuiltinOperator.embeddingLookup
  static let elementTypes: [ElementType] = [.int2, .int4] + .wholeBytes
  static let remarks = [
    "Tables of int8, uint8, int4 and int2 may give float32 or float16, with one scale or one for "
      + "each row and the zero point 0; other tables give their own type.",
    "As in LiteRT, a uint8 table that gives floats holds the bits of signed numbers.",
    "Rows of int4 and int2 tables may begin inside a byte; LiteRT reads them from the next lower "
      + "whole byte on.",
  ]
  /// One scale, or one for each row; nil where rows are copied as they are.
  private let scales: [Float]?

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...2)
    let (ids, table, output) = (try node.input(0), try node.input(1), try node.output())
    try node.require(ids.type == .int32, "has indices of type \(ids.type.name)")
    guard table.type != output.type else {
      _ = try table.elementSize()
      scales = nil
      return
    }
    guard [.int8, .uint8, .int4, .int2].contains(table.type),
      output.type == .float32 || output.type == .float16
    else {
      throw .unsupported(
        "has a table of type \(table.type.name) and an output of type \(output.type.name)")
    }
    guard let quantization = table.quantization, !quantization.scales.isEmpty else {
      throw .unsupported("has a table without scales of its own")
    }
    try node.require(
      quantization.zeroPoints.allSatisfy { $0 == 0 }, "has a table with a zero point")
    try node.require(
      !quantization.isPerChannel
        || (quantization.axis == 0 && quantization.scales.count == table.shape.dimensions.first),
      "has a table with \(quantization.scales.count) scales along axis \(quantization.axis)")
    scales = quantization.scales
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (ids, table) = (try operands.input(0).shape, try operands.input(1).shape)
    guard ids.rank == 1, table.rank >= 2 else {
      throw .invalid("has indices of \(ids) for a table of \(table)")
    }
    guard (scales?.count ?? 1) == 1 || scales?.count == table[0] else {
      throw .invalid("has \(scales?.count ?? 0) scales for a table of \(table)")
    }
    return [Shape(ids.dimensions + table.dimensions.dropFirst())]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let table = try operands.input(1)
    let width = table.shape.dimensions.dropFirst().reduce(1, *)
    guard let scales else {
      let size = width * (try table.elementSize())
      return step("copy", operands, width: size) { buffers, row, id in
        unsafe (buffers.output() + row * size).copyMemory(
          from: buffers.input(1) + id * size, byteCount: size)
      }
    }
    let bits = table.type.bitWidth ?? 8
    let isHalf = operands.outputs[0].type == .float16
    return step("\(table.type.name) to float", operands, width: width) { buffers, row, id in
      let scale = scales[scales.count == 1 ? 0 : id]
      let source = unsafe buffers.input(1, as: UInt8.self)
      for column in 0..<width {
        let number = unsafe Self.number(id * width + column, in: source, bits: bits)
        let value = Float(number) * scale
        if isHalf {
          unsafe buffers.output(as: Float16.self)[row * width + column] = Float16(value)
        } else {
          unsafe buffers.output(as: Float.self)[row * width + column] = value
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

  /// An element of a packed list of signed numbers, the first in the lowest bits.
  @unsafe private static func number(
    _ index: Int, in source: UnsafePointer<UInt8>, bits: Int
  ) -> Int8 {
    guard bits < 8 else { return unsafe Int8(bitPattern: source[index]) }
    let (byte, place) = (index * bits).quotientAndRemainder(dividingBy: 8)
    let shifted = unsafe source[byte] << UInt8(8 - bits - place)
    return Int8(bitPattern: shifted) >> Int8(8 - bits)
  }
}
