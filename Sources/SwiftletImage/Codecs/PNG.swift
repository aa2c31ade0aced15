#if IMAGE_CODECS
internal import CPNG
#endif

/// PNG through libpng's simplified interface, the only one without `setjmp`.
enum PNG {
  #if IMAGE_CODECS
  static func decode(_ bytes: [UInt8], limit: Int) throws(ImageError) -> StoredImage {
    let chunks = try PNGChunks(bytes)
    try Image.check(width: chunks.width, height: chunks.height, limit: limit)
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { unsafe png_image_free(&image) }
    return try unsafe chunks.essential.withUnsafeBufferPointer {
      (source: UnsafeBufferPointer<UInt8>) throws(ImageError) -> StoredImage in
      guard unsafe png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0
      else { throw .damaged(.png, reason: unsafe message(&image)) }
      return chunks.bitDepth == 16
        ? try unsafe wide(&image, chunks) : try unsafe narrow(&image, chunks)
    }
  }

  /// Up to eight bits: palettes and small depths are expanded; alpha is read even where it will be
  /// dropped, since a format without alpha would blend the picture with a background.
  private static func narrow(
    _ image: inout png_image, _ chunks: PNGChunks
  ) throws(ImageError) -> StoredImage {
    unsafe image.format =
      UInt32(PNG_FORMAT_FLAG_COLOR) | (chunks.hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0)
    let pixels: [UInt8] = try unsafe read(&image, samples: chunks.hasAlpha ? 4 : 3, chunks)
    return StoredImage(
      width: chunks.width, height: chunks.height, hasAlpha: chunks.hasAlpha, bytes: pixels)
  }

  /// Sixteen bits: the high byte of each sample.
  ///
  /// The linear format hands 16-bit samples through unchanged, but multiplies them by alpha; that
  /// is undone, and what was fully transparent is black.
  private static func wide(
    _ image: inout png_image, _ chunks: PNGChunks
  ) throws(ImageError) -> StoredImage {
    unsafe image.format = UInt32(
      PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_LINEAR
        | (chunks.hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0))
    let samples = chunks.hasAlpha ? 4 : 3
    let pixels: [UInt16] = try unsafe read(&image, samples: samples, chunks)
    var rgb: [UInt8] = []
    rgb.reserveCapacity(pixels.count / samples * 3)
    for pixel in stride(from: 0, to: pixels.count, by: samples) {
      let alpha = chunks.hasAlpha ? UInt32(pixels[pixel + 3]) : 65535
      for sample in pixels[pixel..<pixel + 3] {
        let value =
          alpha == 0 ? 0 : (UInt32(min(UInt32(sample), alpha)) * 65535 + alpha / 2) / alpha
        rgb.append(UInt8(value >> 8))
      }
    }
    return StoredImage(
      width: chunks.width, height: chunks.height, hasAlpha: false, bytes: rgb)
  }

  private static func read<Sample: FixedWidthInteger>(
    _ image: inout png_image, samples: Int, _ chunks: PNGChunks
  ) throws(ImageError) -> [Sample] {
    let count = chunks.width * chunks.height * samples
    var status: Int32 = 0
    let pixels = unsafe [Sample](unsafeUninitializedCapacity: count) { target, filled in
      unsafe target.initialize(repeating: 0)
      status = unsafe png_image_finish_read(
        &image, nil, target.baseAddress, Int32(chunks.width * samples), nil)
      filled = count
    }
    // Warnings (1) concern what was skipped; anything above is an error.
    guard status != 0, unsafe image.warning_or_error < 2 else {
      throw .damaged(.png, reason: unsafe message(&image))
    }
    return pixels
  }

  private static func message(_ image: inout png_image) -> String {
    unsafe withUnsafeBytes(of: image.message) { text in
      unsafe String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
  #else
  static func decode(_ bytes: [UInt8], limit: Int) throws(ImageError) -> StoredImage {
    throw .codecMissing(.png)
  }
  #endif
}
