#if IMAGE_CODECS
internal import CPNG
#endif

extension Image {
  /// The picture as the bytes of a PNG file.
  ///
  /// - Throws: `ImageError` when the package was built without the trait `ImageCodecs`, or when a side
  ///   is longer than libpng takes.
  public func pngData() throws(ImageError) -> [UInt8] {
    #if IMAGE_CODECS
    guard width <= 1_000_000, height <= 1_000_000 else {
      throw .unsupported(.png, reason: "no side may have more than 1000000 pixels")
    }
    var image = unsafe png_image()
    unsafe image.version = png_uint_32(PNG_IMAGE_VERSION)
    unsafe image.width = png_uint_32(width)
    unsafe image.height = png_uint_32(height)
    unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
    defer { unsafe png_image_free(&image) }
    // Never too small: stored bytes, a filter byte a row, and frames around them.
    var size = rgb.count + rgb.count / 1000 + height + 65536
    var status: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { target, count in
      status = unsafe rgb.withUnsafeBufferPointer { pixels in
        unsafe png_image_write_to_memory(
          &image, target.baseAddress, &size, 0, pixels.baseAddress, 0, nil)
      }
      count = status == 0 ? 0 : size
    }
    guard status != 0 else {
      throw .unsupported(.png, reason: "libpng cannot write a picture of this size")
    }
    return bytes
    #else
    throw .unsupported(
      .png, reason: "writing one needs the package trait ImageCodecs, which this build leaves out")
    #endif
  }
}
