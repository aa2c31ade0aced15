extension Image {
  /// Fills a tensor with a part of the image, turned and stretched: RGB bytes, row by row.
  ///
  /// The bytes are those of OpenCV's perspective warp, bilinear with edges replicated, on which
  /// MediaPipe's image step rests: positions are rounded to 1/32 pixel, there is no half-pixel shift
  /// and no antialiasing.
  ///
  /// - Parameters:
  ///   - tensor: Receives the `3 · width · height` bytes.
  ///   - width: Columns of the tensor.
  ///   - height: Rows of the tensor.
  ///   - region: The part of the image, before rotation.
  ///   - rotationDegrees: How far the part is turned clockwise, a multiple of 90.
  /// - Throws: `ImageError.badRegion` when the region has no area.
  package func sample(
    into tensor: inout [UInt8], width: Int, height: Int, region: Region = .whole,
    rotationDegrees: Int = 0
  ) throws(ImageError) {
    precondition(width > 0 && height > 0 && tensor.count == 3 * width * height)
    let rectangle = try SampledRectangle(
      region, rotationDegrees: rotationDegrees, imageWidth: self.width, imageHeight: self.height)
    guard let projection = Projection(rectangle, width: width, height: height) else {
      throw .badRegion(
        reason: "The region of interest is too thin to be sampled: "
          + "\(rectangle.width) x \(rectangle.height) pixels.")
    }
    var walk = SamplingWalk(projection, width: width, height: height)
    let source = rgb.span
    var target = tensor.mutableSpan
    var at = 0
    for row in 0..<height {
      walk.move(to: row)
      let (xs, ys) = (walk.xs.span, walk.ys.span)
      for column in 0..<width {
        let pixel = blended(source, x: Int(xs[column]), y: Int(ys[column]))
        target[at] = UInt8(truncatingIfNeeded: pixel)
        target[at + 1] = UInt8(truncatingIfNeeded: pixel >> 21)
        target[at + 2] = UInt8(truncatingIfNeeded: pixel >> 42)
        at += 3
      }
    }
  }

  /// One bilinear pixel at a position in 1/32 pixels, as `packed` with 21 bits a channel.
  ///
  /// The weights are products of 32nds, so the 15-bit fixed point of the original, `(Σ w·v + 2^14)
  /// >> 15`, is `(Σ w·v + 2^9) >> 10` without its common factor. Its sums have 18 bits.
  @inline(__always)
  private func blended(_ source: Span<UInt8>, x: Int, y: Int) -> UInt64 {
    let (left, top) = (x >> 5, y >> 5)
    let (fx, fy) = (UInt64(truncatingIfNeeded: x & 31), UInt64(truncatingIfNeeded: y & 31))
    let x0 = 3 * min(max(left, 0), width - 1)
    let x1 = 3 * min(max(left + 1, 0), width - 1)
    let y0 = 3 * width * min(max(top, 0), height - 1)
    let y1 = 3 * width * min(max(top + 1, 0), height - 1)
    let above =
      Self.packed(source, y0 + x0) &* (32 &- fx) &+ Self.packed(source, y0 + x1) &* fx
    let below =
      Self.packed(source, y1 + x0) &* (32 &- fx) &+ Self.packed(source, y1 + x1) &* fx
    let half: UInt64 = 512 | 512 << 21 | 512 << 42
    return (above &* (32 &- fy) &+ below &* fy &+ half) >> 10
  }

  /// Three channels, 21 bits apart, so that one multiplication serves all of them.
  @inline(__always)
  private static func packed(_ source: Span<UInt8>, _ index: Int) -> UInt64 {
    UInt64(source[index]) | UInt64(source[index + 1]) << 21 | UInt64(source[index + 2]) << 42
  }
}
