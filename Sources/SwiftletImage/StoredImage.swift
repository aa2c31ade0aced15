/// The pixels of an image file as the file stores them: not turned, and with alpha where eight-bit
/// pixels have it.
package struct StoredImage: Sendable {
  /// Columns.
  package let width: Int
  /// Rows.
  package let height: Int
  /// Whether each pixel has a fourth byte, alpha, which the colours are not multiplied by.
  package let hasAlpha: Bool
  /// The pixels, row by row without gaps.
  package let bytes: [UInt8]
  /// How the pixels must be turned for display.
  package var orientation = ImageOrientation.up

  init(width: Int, height: Int, hasAlpha: Bool, bytes: [UInt8]) {
    self.width = width
    self.height = height
    self.hasAlpha = hasAlpha
    self.bytes = bytes
  }

  private init(_ image: Image) {
    self.init(width: image.width, height: image.height, hasAlpha: false, bytes: image.rgb)
  }

  /// Decodes the bytes of an image file.
  ///
  /// - Parameters:
  ///   - bytes: A whole JPEG, PNG, BMP, PPM, PGM or PBM file.
  ///   - maximumPixelCount: Larger images are refused before memory is reserved for them.
  /// - Throws: An `ImageError` that says what is wrong with the bytes.
  package init(
    decoding bytes: [UInt8], maximumPixelCount: Int = Image.defaultMaximumPixelCount
  ) throws(ImageError) {
    guard let format = ImageFormat(sniffing: bytes) else {
      throw .unknownFormat(found: ImageFormat.foreignName(of: bytes))
    }
    switch format {
    case .jpeg:
      let segments = try JPEGSegments(bytes)
      self.init(try JPEG.decode(bytes, segments: segments, limit: maximumPixelCount))
      orientation = segments.orientation
    case .png: self = try PNG.decode(bytes, limit: maximumPixelCount)
    case .bmp: self.init(try BMP.decode(bytes, limit: maximumPixelCount))
    case .pnm: self.init(try PNM.decode(bytes, limit: maximumPixelCount))
    }
  }

  /// The colours alone, as they are.
  func withoutAlpha() throws(ImageError) -> Image {
    guard hasAlpha else { return Image(width: width, height: height, rgb: bytes) }
    return try Image(width: width, height: height, format: .rgba, bytes: bytes)
  }
}
