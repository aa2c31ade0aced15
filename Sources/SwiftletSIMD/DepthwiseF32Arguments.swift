/// A depthwise convolution of one image with one filter for each channel.
///
/// Weights are stored as `[tap][channels]` and the bias as `[channels]`, both padded with zeros to
/// whole vectors; the input may be read that far past its end.
@frozen @usableFromInline package struct DepthwiseF32Arguments: @unchecked Sendable {
  // Sendable: the pointers are set for one call at a time.

  /// The image, and the first output row of the image.
  @usableFromInline package var input: UnsafePointer<Float>
  @usableFromInline package var output: UnsafeMutablePointer<Float>
  @usableFromInline package var weights: UnsafePointer<Float>
  @usableFromInline package var bias: UnsafePointer<Float>
  @usableFromInline package var inputHeight: Int
  @usableFromInline package var inputWidth: Int
  @usableFromInline package var outputWidth: Int
  @usableFromInline package var channels: Int
  @usableFromInline package var kernelHeight: Int
  @usableFromInline package var kernelWidth: Int
  @usableFromInline package var strideHeight: Int
  @usableFromInline package var strideWidth: Int
  @usableFromInline package var dilationHeight: Int
  @usableFromInline package var dilationWidth: Int
  @usableFromInline package var padTop: Int
  @usableFromInline package var padLeft: Int
  /// The output columns whose windows lie inside the image; empty where both are equal.
  @usableFromInline package var innerStart: Int
  @usableFromInline package var innerEnd: Int
  /// The limits of the fused activation.
  @usableFromInline package var low: Float
  @usableFromInline package var high: Float

  /// Describes a convolution from its parts.
  package init(
    input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>,
    weights: UnsafePointer<Float>, bias: UnsafePointer<Float>, inputHeight: Int,
    inputWidth: Int, outputWidth: Int, channels: Int, kernelHeight: Int, kernelWidth: Int,
    strideHeight: Int, strideWidth: Int, dilationHeight: Int, dilationWidth: Int, padTop: Int,
    padLeft: Int, innerStart: Int, innerEnd: Int, low: Float, high: Float
  ) {
    self.input = input
    self.output = output
    self.weights = weights
    self.bias = bias
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    self.outputWidth = outputWidth
    self.channels = channels
    self.kernelHeight = kernelHeight
    self.kernelWidth = kernelWidth
    self.strideHeight = strideHeight
    self.strideWidth = strideWidth
    self.dilationHeight = dilationHeight
    self.dilationWidth = dilationWidth
    self.padTop = padTop
    self.padLeft = padLeft
    self.innerStart = innerStart
    self.innerEnd = innerEnd
    self.low = low
    self.high = high
  }
}

/// The taps of a window that lie inside an extent: the window starts at `start`, its taps are
/// `dilation` apart.
@inlinable @inline(__always)
package func tapsInside(
  start: Int, extent: Int, kernel: Int, dilation: Int
) -> (first: Int, end: Int) {
  let first = start < 0 ? (dilation &- 1 &- start) / dilation : 0
  let end = start < extent ? (extent &- start &+ dilation &- 1) / dilation : 0
  let last = end < kernel ? end : kernel
  return (first < last ? first : last, last)
}
