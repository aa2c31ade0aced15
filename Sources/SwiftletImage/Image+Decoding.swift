extension Image {
  /// Reads and decodes an image file.
  ///
  /// - Parameters:
  ///   - path: A JPEG, PNG, BMP, PPM, PGM or PBM file; its name does not matter.
  ///   - maximumPixelCount: Larger images are refused before memory is reserved for them.
  /// - Throws: `ImageError.file` with the path and the fault.
  public init(
    contentsOf path: String, maximumPixelCount: Int = Image.defaultMaximumPixelCount
  ) throws(ImageError) {
    let picture = try FilePicture(contentsOf: path, maximumPixelCount: maximumPixelCount)
    do {
      self = try picture.image()
    } catch {
      throw .file(path: path, error)
    }
  }

  /// Decodes the bytes of an image file; EXIF orientation is applied.
  ///
  /// - Parameters:
  ///   - bytes: A whole JPEG, PNG, BMP, PPM, PGM or PBM file.
  ///   - maximumPixelCount: Larger images are refused before memory is reserved for them.
  /// - Throws: An `ImageError` that says what is wrong with the bytes.
  public init(
    decoding bytes: [UInt8], maximumPixelCount: Int = Image.defaultMaximumPixelCount
  ) throws(ImageError) {
    self = try FilePicture(
      StoredImage(decoding: bytes, maximumPixelCount: maximumPixelCount)
    ).image()
  }
}
