/// The taps of one window along one axis that lie inside the image.
struct Taps: Sendable, Hashable {
  /// The first tap inside, and the one after the last.
  var first: Int
  var end: Int

  /// The number of taps inside.
  var count: Int { end - first }
}

extension ConvolutionGeometry {
  /// The taps of an output row's windows that lie inside the image.
  func rowTaps(_ row: Int) -> Taps {
    Self.taps(
      start: row * strideHeight - padTop, extent: inputHeight, kernel: kernelHeight,
      dilation: dilationHeight)
  }

  /// The taps of an output column's windows that lie inside the image.
  func columnTaps(_ column: Int) -> Taps {
    Self.taps(
      start: column * strideWidth - padLeft, extent: inputWidth, kernel: kernelWidth,
      dilation: dilationWidth)
  }

  /// The output rows whose windows lie inside the image from top to bottom.
  var innerRows: Range<Int> {
    Self.inner(
      count: outputHeight, extent: inputHeight, kernel: kernelHeight, stride: strideHeight,
      dilation: dilationHeight, before: padTop)
  }

  /// The output columns whose windows lie inside the image from left to right.
  var innerColumns: Range<Int> {
    Self.inner(
      count: outputWidth, extent: inputWidth, kernel: kernelWidth, stride: strideWidth,
      dilation: dilationWidth, before: padLeft)
  }

  private static func taps(start: Int, extent: Int, kernel: Int, dilation: Int) -> Taps {
    let first = start < 0 ? (dilation - 1 - start) / dilation : 0
    let end = start < extent ? min(kernel, (extent - start + dilation - 1) / dilation) : 0
    return Taps(first: min(first, end), end: end)
  }

  private static func inner(
    count: Int, extent: Int, kernel: Int, stride: Int, dilation: Int, before: Int
  ) -> Range<Int> {
    let first = min(count, (max(before, 0) + stride - 1) / stride)
    let last = extent - 1 - (kernel - 1) * dilation + before
    let end = last < 0 ? 0 : min(count, last / stride + 1)
    return first..<max(first, end)
  }
}
