internal import SwiftletTensor

/// The scales of a table of integers, each of which counts for a run of neighbouring elements.
struct TableScales: Sendable {
  let values: [Float]
  /// The elements that share a scale; at least 1.
  let run: Int

  /// Takes the one scale of a table, those of its rows, or those of blocks of its rows.
  init(_ table: TensorInfo) throws(OperatorError) {
    let width = table.shape.dimensions.dropFirst().reduce(1, *)
    if case .blockwise? = table.quantization?.details {
      (values, run) = try Self.blocks(table, width: width)
      return
    }
    guard let quantization = table.quantization, !quantization.scales.isEmpty,
      quantization.details == .none
    else { throw .unsupported("has a table without scales of its own") }
    guard quantization.zeroPoints.allSatisfy({ $0 == 0 }) else {
      throw .invalid("has a table with a zero point")
    }
    values = quantization.scales
    guard quantization.isPerChannel else {
      run = max(table.elementCount, 1)
      return
    }
    guard quantization.axis == 0, values.count == table.shape.dimensions.first else {
      throw .invalid(
        "has \(values.count) scales along axis \(quantization.axis) of a table of \(table.shape)")
    }
    run = max(width, 1)
  }

  private static func blocks(
    _ table: TensorInfo, width: Int
  ) throws(OperatorError) -> (values: [Float], run: Int) {
    guard table.type == .int4, table.shape.rank == 2, let scales = table.blockwise,
      let bytes = scales.bytes, scales.type == .float16
    else {
      throw .unsupported(
        "has a table of \(table.type.name) with scales for blocks that are no float16 constant")
    }
    let values = bytes.elements(as: UInt16.self).map { Float(halfBits: $0) }
    guard scales.blockSize > 0, width % scales.blockSize == 0,
      values.count >= table.elementCount / scales.blockSize
    else {
      throw .invalid(
        "has \(values.count) scales for blocks of \(scales.blockSize) of a table of \(table.shape)")
    }
    return (values, scales.blockSize)
  }
}
