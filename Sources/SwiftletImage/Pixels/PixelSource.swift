/// A picture that tasks sample, in whatever layout it is kept.
package protocol PixelSource: Sendable {
  /// Columns.
  var width: Int { get }
  /// Rows.
  var height: Int { get }

  /// Fills a tensor with a part of the picture, turned and stretched: RGB bytes, row by row.
  ///
  /// - Parameters:
  ///   - tensor: Receives the `3 · width · height` bytes.
  ///   - width: Columns of the tensor.
  ///   - height: Rows of the tensor.
  ///   - framing: The part, and how it is turned.
  /// - Throws: `ImageError` when the part has no area or the picture cannot be read.
  func sample(
    into tensor: inout [UInt8], width: Int, height: Int, framing: Framing
  ) throws(ImageError)

  /// The picture in red, green and blue.
  func image() throws(ImageError) -> Image

  /// A picture that does not change even if this one's memory does.
  func frozen() throws(ImageError) -> any PixelSource
}

extension Image: PixelSource {
  package func sample(
    into tensor: inout [UInt8], width: Int, height: Int, framing: Framing
  ) throws(ImageError) {
    try Sampler(width: width, height: height, framing: framing).fill(
      &tensor, from: RGBReader(width: self.width, height: self.height, bytes: rgb.span))
  }

  package func image() -> Image { self }

  package func frozen() -> any PixelSource { self }
}
