/// Rows of a depthwise convolution.
///
/// Weights and parameters lie as `DepthwisePacking` says.
@frozen @usableFromInline package struct DepthwiseQ8 {
  /// The image and the window; `channels` equals `pixelBytes`.
  @usableFromInline package var windows: WindowMatrix
  /// As many bytes of the zero point as a line of the image has, and a vector more.
  @usableFromInline package var zeroLine: UnsafePointer<UInt8>
  /// Rows of the window whose activations one 32-bit word holds.
  ///
  /// Four as bytes, or two as 16-bit integers less their zero point; only for kernels that slide.
  @usableFromInline package var rowsPerWord: Int
  /// Room for one address for each tap, rounded up to an even number.
  @usableFromInline package var taps: UnsafeMutablePointer<UnsafePointer<UInt8>>
  @usableFromInline package var weights: UnsafeRawPointer
  @usableFromInline package var biases: UnsafePointer<Int32>
  @usableFromInline package var requantization: RequantizationQ8
  /// The first pixel of the first row.
  @usableFromInline package var output: UnsafeMutablePointer<UInt8>
  /// Rows of the output, counted over the whole batch.
  @usableFromInline package var firstRow: Int
  @usableFromInline package var rows: Int
  /// Where `raw` sums go, in packed order.
  @usableFromInline package var sums: UnsafeMutablePointer<Int32>
  /// Sums from one pixel to the next.
  @usableFromInline package var sumStride: Int

  package init(
    windows: WindowMatrix, zeroLine: UnsafePointer<UInt8>, rowsPerWord: Int,
    taps: UnsafeMutablePointer<UnsafePointer<UInt8>>, weights: UnsafeRawPointer,
    biases: UnsafePointer<Int32>, requantization: RequantizationQ8,
    output: UnsafeMutablePointer<UInt8>, firstRow: Int, rows: Int,
    sums: UnsafeMutablePointer<Int32>, sumStride: Int
  ) {
    self.windows = windows
    self.zeroLine = zeroLine
    self.rowsPerWord = rowsPerWord
    self.taps = taps
    self.weights = weights
    self.biases = biases
    self.requantization = requantization
    self.output = output
    self.firstRow = firstRow
    self.rows = rows
    self.sums = sums
    self.sumStride = sumStride
  }
}
