/// Fills tensors with a part of a picture, turned and stretched.
///
/// The bytes are those of OpenCV's perspective warp, bilinear with edges replicated, on which
/// MediaPipe's image step rests: positions are rounded to 1/32 pixel, there is no half-pixel shift and
/// no antialiasing. Only pixels that the tensor needs are read.
struct Sampler {
  /// Columns of the tensor.
  let width: Int
  /// Rows of the tensor.
  let height: Int
  let framing: Framing

  /// Fills a tensor of `3 · width · height` bytes.
  func fill<Reader: PixelReader & ~Escapable>(
    _ tensor: inout [UInt8], from reader: borrowing Reader
  ) throws(ImageError) {
    precondition(width > 0 && height > 0 && tensor.count == 3 * width * height)
    let rectangle = try SampledRectangle(
      framing.flippedRegion, rotationDegrees: framing.rotationDegrees, imageWidth: reader.width,
      imageHeight: reader.height)
    guard let projection = Projection(rectangle, width: width, height: height) else {
      throw .badRegion(
        reason: "The region of interest is too thin to be sampled: "
          + "\(rectangle.width) x \(rectangle.height) pixels.")
    }
    var walk = SamplingWalk(projection, width: width, height: height)
    var corners = PixelCorners(count: width)
    var target = tensor.mutableSpan
    for row in 0..<height {
      walk.move(to: row)
      corners.gather(
        walk.xs.span, walk.ys.span, from: reader, isMirrored: framing.isMirrored)
      corners.blend()
      corners.copy(into: &target, at: 3 * row * width)
    }
  }
}

extension Image {
  /// Fills a tensor with a part of the image, turned and stretched: RGB bytes, row by row.
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
    try sample(
      into: &tensor, width: width, height: height,
      framing: Framing(region: region, rotationDegrees: rotationDegrees))
  }
}
