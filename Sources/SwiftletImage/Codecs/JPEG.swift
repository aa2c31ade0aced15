#if IMAGE_CODECS
internal import CTurboJPEG
#endif

/// JPEG through libjpeg-turbo's TurboJPEG interface.
///
/// The default decoding flags (accurate inverse transform, smooth chroma upsampling) give the
/// pixels that MediaPipe sees; the fast transform does not. Only the number of scans is limited, so
/// that a small hostile file cannot keep the decoder busy for minutes.
package enum JPEG {
  #if IMAGE_CODECS
  static func decode(
    _ bytes: [UInt8], segments: JPEGSegments, limit: Int
  ) throws(ImageError) -> Image {
    guard let handle = unsafe tjInitDecompress() else {
      throw .unsupported(.jpeg, reason: "the decoder cannot be created")
    }
    defer { unsafe _ = tjDestroy(handle) }
    var width: Int32 = 0
    var height: Int32 = 0
    var subsampling: Int32 = 0
    var colorspace: Int32 = 0
    let header = unsafe bytes.withUnsafeBufferPointer { source in
      unsafe tjDecompressHeader3(
        handle, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colorspace)
    }
    if header != 0, unsafe isFatal(handle) { throw unsafe failure(handle) }
    try Image.check(width: Int(width), height: Int(height), limit: limit)
    let scans = segments.scanCount(in: bytes)
    guard Int(width) * Int(height) * scans <= scanLimit else {
      throw .unsupported(.jpeg, reason: "it has \(scans) scans of \(width) x \(height) pixels")
    }
    let inks =
      colorspace == Int32(TJCS_CMYK.rawValue) || colorspace == Int32(TJCS_YCCK.rawValue)
    let format = inks ? TJPF_CMYK : TJPF_RGB
    let count = Int(width) * Int(height) * (inks ? 4 : 3)
    var status: Int32 = 0
    let pixels = unsafe [UInt8](unsafeUninitializedCapacity: count) { target, filled in
      // A damaged scan may leave rows unwritten; they are refused below, but must be bytes.
      unsafe target.initialize(repeating: 0)
      status = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe tjDecompress2(
          handle, source.baseAddress, UInt(source.count), target.baseAddress, width, 0, height,
          Int32(format.rawValue), TJFLAG_LIMITSCANS)
      }
      filled = count
    }
    if status != 0 {
      if unsafe isFatal(handle) { throw unsafe failure(handle) }
      let warning = unsafe message(handle)
      guard segments.hasEnd(in: bytes), !warning.hasPrefix("Premature end of JPEG") else {
        throw JPEGSegments.truncated
      }
      guard isHarmless(warning) else { throw .damaged(.jpeg, reason: warning) }
    }
    let rgb = inks ? converted(inks: pixels, inverted: segments.isAdobe) : pixels
    return Image(width: Int(width), height: Int(height), rgb: rgb)
  }

  /// The most pixels over all scans: twenty scans of the largest image, where encoders write ten.
  private static let scanLimit = 20 * Image.defaultMaximumPixelCount

  private static func isFatal(_ handle: tjhandle) -> Bool {
    unsafe tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue)
  }

  private static func failure(_ handle: tjhandle) -> ImageError {
    .damaged(.jpeg, reason: unsafe message(handle))
  }

  private static func message(_ handle: tjhandle) -> String {
    guard let text = unsafe tjGetErrorStr2(handle) else { return "unknown error" }
    return unsafe String(cString: text)
  }

  /// Whether a warning leaves the pixels intact; the others mean that the decoder made pixels up.
  static func isHarmless(_ warning: String) -> Bool {
    let damage = [
      "premature end", "Premature end", "bad Huffman code", "bad arithmetic code", "instead of RST",
    ]
    return !damage.contains { warning.contains($0) }
  }
  #else
  static func decode(
    _ bytes: [UInt8], segments: JPEGSegments, limit: Int
  ) throws(ImageError) -> Image {
    throw .codecMissing(.jpeg)
  }
  #endif

  /// Four inks to light: `(255 − ink)·(255 − black) / 255`, rounded.
  ///
  /// Files marked by Adobe store the inks inverted, that is as the light that passes each of them.
  package static func converted(inks: [UInt8], inverted: Bool) -> [UInt8] {
    let flip: UInt8 = inverted ? 0 : 255
    var rgb: [UInt8] = []
    rgb.reserveCapacity(inks.count / 4 * 3)
    for pixel in stride(from: 0, to: inks.count - 3, by: 4) {
      let black = inks[pixel + 3] ^ flip
      for channel in pixel..<pixel + 3 {
        // As Pillow does it: the share that black takes away is rounded, then subtracted.
        let product = Int(~(inks[channel] ^ flip)) * Int(black) + 128
        rgb.append(UInt8(max(Int(black) - (product >> 8 + product) >> 8, 0)))
      }
    }
    return rgb
  }
}
