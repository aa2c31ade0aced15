/// The kinds of image file that are told apart by their first bytes.
public enum ImageFormat: String, Sendable, CaseIterable {
  /// Joint Photographic Experts Group, baseline and progressive.
  case jpeg = "JPEG"
  /// Portable Network Graphics.
  case png = "PNG"
  /// Windows and OS/2 bitmaps.
  case bmp = "BMP"
  /// The Netpbm family: bitmap, graymap and pixmap, plain and raw.
  case pnm = "PNM"

  /// Whether this build reads the format: JPEG and PNG need the package trait `ImageCodecs`.
  public var isReadable: Bool {
    switch self {
    case .bmp, .pnm: return true
    case .jpeg, .png:
      #if IMAGE_CODECS
      return true
      #else
      return false
      #endif
    }
  }

  /// The format that the first bytes announce, or nil when it is none of ours.
  init?(sniffing bytes: [UInt8]) {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0x42, 0x4D]) {
      self = .bmp
    } else if bytes.count > 2, bytes[0] == UInt8(ascii: "P"),
      (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1]),
      PNM.isSpace(bytes[2]) || bytes[2] == UInt8(ascii: "#")
    {
      self = .pnm
    } else {
      return nil
    }
  }

  /// The name of a well-known kind of file that is not read here, for the error message.
  static func foreignName(of bytes: [UInt8]) -> String? {
    func has(_ text: String, at offset: Int) -> Bool {
      bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: text.utf8)
    }
    if has("GIF8", at: 0) { return "a GIF" }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return "a WebP image" }
    if has("II*\0", at: 0) || has("MM\0*", at: 0) { return "a TIFF" }
    if has("ftyp", at: 4) { return "a HEIF, AVIF or MP4 file" }
    if has("TFL3", at: 4) { return "a TensorFlow Lite model" }
    if has("%PDF", at: 0) { return "a PDF" }
    return nil
  }
}
