internal import SwiftletTensor

/// Weights in blocks of 4 rows by 16 columns with flipped sign bits (`SHUFFLED4x16INT8`).
enum ShuffledWeights {
  private static let (blockRows, blockColumns) = (4, 16)

  /// The filter in rows, with the sign bits flipped back.
  static func unshuffled(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> TensorInfo {
    let geometry = convolution.geometry
    let (units, depth) = (geometry.outputChannels, geometry.inputChannels)
    guard let constant = convolution.filter.constant else {
      throw .unsupported("has shuffled weights that are not a constant")
    }
    guard units % blockRows == 0, depth % blockColumns == 0 else {
      throw .invalid(
        "has shuffled weights of \(units) by \(depth), which blocks of 4 by 16 do not divide")
    }
    guard geometry.pixels == 1 || geometry.pixels == blockRows else {
      throw .unsupported("has shuffled weights for \(geometry.pixels) rows instead of 1 or 4")
    }
    var filter = convolution.filter
    filter.constant = TensorBytes(
      try context.packedWeights(
        of: constant, layout: "unshuffled \(units)×\(depth)", byteCount: units * depth
      ) { unshuffle(constant, into: $0, units: units, depth: depth) })
    return filter
  }

  private static func unshuffle(
    _ constant: TensorBytes, into memory: AlignedMemory, units: Int, depth: Int
  ) {
    var index = 0
    for top in stride(from: 0, to: units, by: blockRows) {
      for left in stride(from: 0, to: depth, by: blockColumns) {
        for row in top..<top + blockRows {
          for column in left..<left + blockColumns {
            let byte = unsafe constant.pointer.load(fromByteOffset: index, as: UInt8.self)
            unsafe memory.pointer.storeBytes(
              of: byte ^ 0x80, toByteOffset: row * depth + column, as: UInt8.self)
            index += 1
          }
        }
      }
    }
  }

  /// Fills output 1 with what the peer's kernel leaves there: the input in such blocks.
  static func workspacePhase(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Phase {
    let geometry = convolution.geometry
    let (rows, depth) = (geometry.pixels, geometry.inputChannels)
    let input = try PairOperand(convolution.input, index: 0, in: context)
    return Phase(units: 1, nanoseconds: rows * depth) { buffers, _ in
      let source = unsafe input.pointer(in: buffers).assumingMemoryBound(to: UInt8.self)
      let target = unsafe buffers.output(1, as: UInt8.self)
      var index = 0
      for left in stride(from: 0, to: depth, by: blockColumns) {
        for row in 0..<rows {
          for column in left..<left + blockColumns {
            unsafe target[index] = source[row * depth + column] ^ 0x80
            index += 1
          }
        }
      }
    }
  }
}
