/// A product of activation rows with packed weights (`GemmPacking`), requantised to bytes.
@frozen @usableFromInline package struct GemmQ8 {
  /// The first row: bytes, or 16-bit integers less their zero point where a word holds two.
  @usableFromInline package var activations: UnsafeRawPointer
  /// Bytes from one row to the next.
  @usableFromInline package var rowBytes: Int
  @usableFromInline package var rows: Int
  /// The bytes from the start of a row to each of the runs that make up its depth.
  @usableFromInline package var runOffsets: UnsafePointer<Int>
  @usableFromInline package var runs: Int
  /// 32-bit words of each run; the last may reach beyond the depth, where weights are zero.
  @usableFromInline package var runWords: Int
  /// What turns a vector of activation bytes into unsigned ones: 64 bytes of 0x80, or of 0.
  ///
  /// In memory, so that the compiler cannot know that all bytes are equal: it would flip before the
  /// broadcast, in a scalar register, and a broadcast from there is slower than one from memory.
  @usableFromInline package var flips: UnsafeRawPointer
  /// Whether `flips` are not 0.
  @usableFromInline package var isFlipped: Bool
  @usableFromInline package var weights: UnsafeRawPointer
  /// The sum that each packed column starts with.
  @usableFromInline package var biases: UnsafePointer<Int32>
  /// What to add to all sums of a row, for weights with a zero point; nil for nothing.
  @usableFromInline package var rowTerms: UnsafePointer<Int32>?
  /// All columns of the product, without padding.
  @usableFromInline package var columns: Int
  /// The columns to compute, in packed order: from the start of one panel to that of another.
  @usableFromInline package var firstColumn: Int
  @usableFromInline package var endColumn: Int
  @usableFromInline package var requantization: RequantizationQ8
  @usableFromInline package var output: UnsafeMutablePointer<UInt8>
  /// Bytes from one row of the output to the next.
  @usableFromInline package var outputRowBytes: Int
  /// Where `raw` sums go, in packed order.
  @usableFromInline package var sums: UnsafeMutablePointer<Int32>
  /// Sums from one row to the next.
  @usableFromInline package var sumStride: Int

  package init(
    activations: UnsafeRawPointer, rowBytes: Int, rows: Int, runOffsets: UnsafePointer<Int>,
    runs: Int, runWords: Int, flips: UnsafeRawPointer, isFlipped: Bool, weights: UnsafeRawPointer,
    biases: UnsafePointer<Int32>, rowTerms: UnsafePointer<Int32>?, columns: Int, firstColumn: Int,
    endColumn: Int, requantization: RequantizationQ8, output: UnsafeMutablePointer<UInt8>,
    outputRowBytes: Int, sums: UnsafeMutablePointer<Int32>, sumStride: Int
  ) {
    self.activations = activations
    self.rowBytes = rowBytes
    self.rows = rows
    self.runOffsets = runOffsets
    self.runs = runs
    self.runWords = runWords
    self.flips = flips
    self.isFlipped = isFlipped
    self.weights = weights
    self.biases = biases
    self.rowTerms = rowTerms
    self.columns = columns
    self.firstColumn = firstColumn
    self.endColumn = endColumn
    self.requantization = requantization
    self.output = output
    self.outputRowBytes = outputRowBytes
    self.sums = sums
    self.sumStride = sumStride
  }
}

/// Whether a tile turns activation bytes into unsigned ones.
@usableFromInline package protocol ActivationBytes {
  static var areFlipped: Bool { get }
}

/// Signed bytes, or bytes of either kind with `flips` that are right for them.
@frozen @usableFromInline package enum FlippedBytes: ActivationBytes {
  @inlinable package static var areFlipped: Bool { true }
}

/// Bytes that are unsigned already; where a weight is multiplied once or twice only, turning takes
/// up to a fifth of the time.
@frozen @usableFromInline package enum PlainBytes: ActivationBytes {
  @inlinable package static var areFlipped: Bool { false }
}

/// A register tile: `R` rows by `C` vectors of columns.
///
/// `rows` and `vectors` carry the tile's size, which a generic function can be given in no other
/// way. `column` is the packed number of the first column.
@inlinable @inline(never)
package func gemmTileQ8<V: VectorISA, Bytes: ActivationBytes, let R: Int, let C: Int>(
  _ isa: V.Type, _ bytes: Bytes.Type, _ rows: InlineArray<R, Int8>,
  _ vectors: InlineArray<C, Int8>, _ product: UnsafePointer<GemmQ8>, row: Int, column: Int
) {
  let rowBytes = product.pointee.rowBytes
  let words = product.pointee.runWords
  let runs = product.pointee.runs
  let flip = product.pointee.flips.loadUnaligned(as: V.I.self)
  let first = product.pointee.activations + row &* rowBytes
  let vectorBytes = MemoryLayout<V.I>.size
  var weights = product.pointee.weights + column &* (runs &* words) &* 4

  var sums = InlineArray<R, InlineArray<C, V.I>>(repeating: InlineArray(repeating: V.I()))
  let biases = UnsafeRawPointer(product.pointee.biases + column)
  for c in 0..<C {
    let bias = (biases + c &* vectorBytes).loadUnaligned(as: V.I.self)
    for r in 0..<R { sums[unchecked: r][unchecked: c] = bias }
  }
  if let terms = product.pointee.rowTerms {
    for r in 0..<R {
      let term = V.I(repeating: terms[row &+ r])
      for c in 0..<C {
        sums[unchecked: r][unchecked: c] = sums[unchecked: r][unchecked: c] &+ term
      }
    }
  }

  var run = 0
  while run < runs {
    var activations = first + product.pointee.runOffsets[run]
    let end = activations + words &* 4
    while activations < end {
      var w = InlineArray<C, V.I>(repeating: V.I())
      for c in 0..<C {
        w[unchecked: c] = (weights + c &* vectorBytes).loadUnaligned(as: V.I.self)
      }
      for r in 0..<R {
        var x = V.I(repeating: (activations + r &* rowBytes).loadUnaligned(as: Int32.self))
        if Bytes.areFlipped, V.activationsPerWord == 4 { x = x ^ flip }
        for c in 0..<C {
          sums[unchecked: r][unchecked: c] = V.dot(
            sums[unchecked: r][unchecked: c], x, w[unchecked: c])
        }
      }
      weights += C &* vectorBytes
      activations += 4
    }
    run &+= 1
  }
  finishTileQ8(isa, &sums, product, row: row, column: column)
}
