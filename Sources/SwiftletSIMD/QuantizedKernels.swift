/// The kernels on 8-bit integers of one instruction set.
@frozen @usableFromInline package struct QuantizedKernels: Sendable {
  /// Lanes of a vector of 32-bit integers, which the layout of packed weights depends on.
  @usableFromInline package let lanes: Int
  /// Activations in a word of a matrix product: 4 bytes or 2 16-bit integers.
  @usableFromInline package let activationsPerWord: Int

  /// `output[i] = table[input[i]]` for a table of 256 bytes.
  ///
  /// May run in place.
  @usableFromInline package let lookUp:
    @Sendable (
      _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int,
      _ table: UnsafePointer<UInt8>
    ) -> Void

  /// `output[i] = input[i] ^ mask`.
  ///
  /// May run in place.
  @usableFromInline package let flip:
    @Sendable (
      _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int,
      _ mask: UInt8
    ) -> Void

  /// Packs the weights of a matrix product into zeroed memory, and gives for each column, in natural
  /// order, the sum of its packed weights and that of the magnitudes of its weights less their zero
  /// point.
  @usableFromInline package let packWeights:
    @Sendable (
      _ weights: UnsafePointer<GemmWeights>, _ memory: UnsafeMutableRawPointer,
      _ sums: UnsafeMutablePointer<Int>, _ magnitudes: UnsafeMutablePointer<Int>
    ) -> Void

  /// A matrix product with packed weights.
  @usableFromInline package let gemm: @Sendable (_ product: UnsafePointer<GemmQ8>) -> Void

  /// The rows of a matrix that stand for the windows of output pixels `first ..< first + count`.
  ///
  /// May write a vector past the last row and read a vector past the input.
  @usableFromInline package let windowRows:
    @Sendable (
      _ windows: UnsafePointer<WindowMatrix>, _ first: Int, _ count: Int,
      _ rows: UnsafeMutableRawPointer
    ) -> Void

  /// Lines `first ..< first + count` of a padded copy of a batch of images.
  @usableFromInline package let padLines:
    @Sendable (_ padded: UnsafePointer<PaddedImage>, _ first: Int, _ count: Int) -> Void

  /// `factor` times the sum of the activations of each row; for kernels with 4 to a word.
  @usableFromInline package let rowTerms:
    @Sendable (
      _ product: UnsafePointer<GemmQ8>, _ runLength: Int, _ ones: UnsafeRawPointer,
      _ factor: Int32, _ terms: UnsafeMutablePointer<Int32>
    ) -> Void

  /// Rows of a depthwise convolution with any window, by pairs of taps.
  @usableFromInline package let depthwiseTaps:
    @Sendable (_ rows: UnsafePointer<DepthwiseQ8>) -> Void

  /// Rows of a depthwise convolution with a window of 3×3 or 5×5 and a stride of 1 or 2 along rows.
  ///
  /// Four rows to a word need a set with 4 activations to a word.
  @usableFromInline package let depthwiseSlide:
    @Sendable (_ rows: UnsafePointer<DepthwiseQ8>) -> Void

  /// One row times one panel of 4-bit weights with scales of blocks, in floats; needs a set with 4
  /// activations to a word.
  @usableFromInline package let nibbles:
    @Sendable (
      _ product: UnsafePointer<NibbleProduct>, _ output: UnsafeMutablePointer<Float>
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    lanes = V.I.scalarCount
    activationsPerWord = V.activationsPerWord
    lookUp = { lookUpU8(V.self, $0, $1, count: $2, table: $3) }
    flip = { flipU8(V.self, $0, $1, count: $2, mask: $3) }
    packWeights = { $0.pointee.pack(for: V.self, into: $1, sums: $2, magnitudes: $3) }
    gemm = { gemmQ8(V.self, $0) }
    windowRows = { windowRowsQ8(V.self, $0, first: $1, count: $2, $3) }
    padLines = { padLinesQ8(V.self, $0, first: $1, count: $2) }
    rowTerms = { rowTermsQ8(V.self, $0, runLength: $1, ones: $2, factor: $3, $4) }
    depthwiseTaps = { depthwiseTapsQ8(V.self, $0) }
    nibbles = { nibbleProductQ4(V.self, $0, $1) }
    depthwiseSlide = { depthwiseSlideQ8(V.self, $0) }
  }
}
