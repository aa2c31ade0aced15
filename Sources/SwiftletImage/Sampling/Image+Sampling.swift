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
    let m = projection.coefficients
    // The walk restarts at each block's first column, which its rounding depends on.
    let blockWidth = min(1024 / min(16, height), width)
    let source = rgb.span
    var target = tensor.mutableSpan
    var at = 0
    for row in 0..<height {
      let y = Double(row)
      for blockStart in stride(from: 0, to: width, by: blockWidth) {
        let x0 = Double(blockStart)
        let startX = m[0] * x0 + m[1] * y + m[2]
        let startY = m[3] * x0 + m[4] * y + m[5]
        let startZ = m[6] * x0 + m[7] * y + m[8]
        for column in 0..<min(blockWidth, width - blockStart) {
          let x1 = Double(column)
          let z = startZ + m[6] * x1
          let scale = z != 0 ? 32 / z : 0
          let x = Self.rounded((startX + m[0] * x1) * scale)
          let y = Self.rounded((startY + m[3] * x1) * scale)
          blend(source, x: x, y: y, into: &target, at: at)
          at += 3
        }
      }
    }
  }

  /// Nearest integer, ties to even; beyond 32 bits the ends of that range, 0 for NaN.
  ///
  /// Adding 1.5 · 2^52 leaves the integer in the low bits of the sum: exact, and one addition where
  /// the baseline processor has no rounding instruction.
  @inline(__always)
  private static func rounded(_ value: Double) -> Int {
    let bounded = max(Double(Int32.min), min(Double(Int32.max), value))
    return Int(Int32(truncatingIfNeeded: (bounded + 0x1.8p52).bitPattern))
  }

  /// One bilinear pixel at a position in 1/32 pixels.
  ///
  /// The weights are products of 32nds, so the 15-bit fixed point of the original, `(Σ w·v + 2^14)
  /// >> 15`, is `(Σ w·v + 2^9) >> 10` without its common factor.
  @inline(__always)
  private func blend(
    _ source: Span<UInt8>, x: Int, y: Int, into target: inout MutableSpan<UInt8>, at: Int
  ) {
    let left = x >> 5
    let top = y >> 5
    let (fx, fy) = (x & 31, y & 31)
    let x0 = 3 * min(max(left, 0), width - 1)
    let x1 = 3 * min(max(left + 1, 0), width - 1)
    let y0 = 3 * width * min(max(top, 0), height - 1)
    let y1 = 3 * width * min(max(top + 1, 0), height - 1)
    for channel in 0..<3 {
      let above =
        Int(source[y0 + x0 + channel]) * (32 - fx) + Int(source[y0 + x1 + channel]) * fx
      let below =
        Int(source[y1 + x0 + channel]) * (32 - fx) + Int(source[y1 + x1 + channel]) * fx
      target[at + channel] = UInt8(truncatingIfNeeded: (above * (32 - fy) + below * fy + 512) >> 10)
    }
  }
}
