/// One row of signed bytes times 4-bit weights whose scales change from block to block.
///
/// A panel has four vectors of columns. For each eight steps of the depth and each vector it holds
/// one word a column: the low halves of its bytes are the first four weights, the high halves the
/// next four, all 8 too high, so that they are unsigned.
@frozen @usableFromInline package struct NibbleProduct {
  /// The row, `blocks · blockWords · 8` bytes.
  @usableFromInline package var activations: UnsafeRawPointer
  /// What each block starts with: −8 times the sum of its activations.
  @usableFromInline package var starts: UnsafePointer<Int32>
  /// The weights of the panel.
  @usableFromInline package var weights: UnsafeRawPointer
  /// For each block the scales of the panel's columns.
  @usableFromInline package var scales: UnsafePointer<Float>
  @usableFromInline package var blocks: Int
  /// The words of a block in one column.
  @usableFromInline package var blockWords: Int

  package init(
    activations: UnsafeRawPointer, starts: UnsafePointer<Int32>, weights: UnsafeRawPointer,
    scales: UnsafePointer<Float>, blocks: Int, blockWords: Int
  ) {
    self.activations = activations
    self.starts = starts
    self.weights = weights
    self.scales = scales
    self.blocks = blocks
    self.blockWords = blockWords
  }
}

/// `output[c] = Σ over blocks of scale · (Σ over the block of activation · weight)` for the columns
/// of one panel; only for sets with four activations to a word.
@inlinable @inline(__always)
package func nibbleProductQ4<V: VectorISA>(
  _ isa: V.Type, _ product: UnsafePointer<NibbleProduct>, _ output: UnsafeMutablePointer<Float>
) {
  let p = product.pointee
  let vectorBytes = MemoryLayout<V.I>.size
  let half = V.I(repeating: 0x0F0F_0F0F)
  var totals = InlineArray<4, V.F>(repeating: V.F(repeating: 0))
  var activations = p.activations
  var weights = p.weights
  var scales = UnsafeRawPointer(p.scales)
  var block = 0
  while block < p.blocks {
    var sums = InlineArray<4, V.I>(repeating: V.I(repeating: p.starts[block]))
    var word = 0
    while word < p.blockWords {
      let first = V.I(repeating: activations.loadUnaligned(as: Int32.self))
      let next = V.I(repeating: (activations + 4).loadUnaligned(as: Int32.self))
      for c in 0..<4 {
        let nibbles = (weights + c &* vectorBytes).loadUnaligned(as: V.I.self)
        sums[unchecked: c] = V.dot(sums[unchecked: c], nibbles & half, first)
        sums[unchecked: c] = V.dot(sums[unchecked: c], (nibbles &>> 4) & half, next)
      }
      weights += 4 &* vectorBytes
      activations += 8
      word &+= 1
    }
    for c in 0..<4 {
      let scale = (scales + c &* vectorBytes).loadUnaligned(as: V.F.self)
      totals[unchecked: c] = V.fma(V.floats(sums[unchecked: c]), scale, totals[unchecked: c])
    }
    scales += 4 &* vectorBytes
    block &+= 1
  }
  for c in 0..<4 {
    (UnsafeMutableRawPointer(output) + c &* vectorBytes).storeBytes(
      of: totals[unchecked: c], as: V.F.self)
  }
}
