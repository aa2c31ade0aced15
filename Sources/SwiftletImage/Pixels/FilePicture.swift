/// The picture of an image file, displayed upright: EXIF orientation is followed while sampling, so
/// that no copy of all pixels is turned.
package struct FilePicture: PixelSource {
  private let stored: StoredImage

  /// A decoded file.
  package init(_ stored: StoredImage) { self.stored = stored }

  /// Reads and decodes an image file.
  ///
  /// - Parameters:
  ///   - path: A JPEG, PNG, BMP, PPM, PGM or PBM file; its name does not matter.
  ///   - maximumPixelCount: Larger images are refused before memory is reserved for them.
  /// - Throws: `ImageError.file` with the path and the fault.
  package init(
    contentsOf path: String, maximumPixelCount: Int = Image.defaultMaximumPixelCount
  ) throws(ImageError) {
    do {
      let bytes = try FileBytes.read(path)
      self.init(try StoredImage(decoding: bytes, maximumPixelCount: maximumPixelCount))
    } catch {
      throw .file(path: path, error)
    }
  }

  package var width: Int { stored.orientation.swapsAxes ? stored.height : stored.width }

  package var height: Int { stored.orientation.swapsAxes ? stored.width : stored.height }

  package func sample(
    into tensor: inout [UInt8], width: Int, height: Int, framing: Framing
  ) throws(ImageError) {
    try Sampler(width: width, height: height, framing: framing).fill(
      &tensor,
      from: RGBReader(
        width: stored.width, height: stored.height, bytesPerPixel: stored.hasAlpha ? 4 : 3,
        orientation: stored.orientation, bytes: stored.bytes.span))
  }

  package func image() throws(ImageError) -> Image {
    try stored.withoutAlpha().upright(from: stored.orientation)
  }

  package func frozen() -> any PixelSource { self }
}
