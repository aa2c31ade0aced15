/// What the first bytes of a file look like, for telling a caller what was handed in instead of a
/// model.
enum FileKind {
  /// A few words for a file that is no TensorFlow Lite model.
  static func guess(_ bytes: RawSpan) -> String {
    let head = (0..<min(bytes.byteCount, 512)).map { bytes.byte(at: $0) }
    for (name, offset, magic) in known
    where head.count >= offset + magic.count
      && Array(head[offset..<offset + magic.count]) == magic
    {
      return name
    }
    if head.allSatisfy({ $0 == 0 }) { return "nothing but zeros" }
    if let text = text(head) { return text }
    return "an unknown kind of file"
  }

  private static let known: [(String, Int, [UInt8])] = [
    ("a PNG image", 0, [0x89, 0x50, 0x4E, 0x47]),
    ("a JPEG image", 0, [0xFF, 0xD8, 0xFF]),
    ("a GIF image", 0, Array("GIF8".utf8)),
    ("a WebP or another RIFF file", 0, Array("RIFF".utf8)),
    ("a PDF", 0, Array("%PDF".utf8)),
    ("a zip archive", 0, Array("PK\u{3}\u{4}".utf8)),
    ("a gzip archive", 0, [0x1F, 0x8B]),
    ("an XZ archive", 0, [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
    ("a tar archive", 257, Array("ustar".utf8)),
    ("a NumPy array", 0, [0x93] + Array("NUMPY".utf8)),
    ("an HDF5 file, such as a Keras model", 0, [0x89] + Array("HDF".utf8)),
    ("an ELF program", 0, [0x7F] + Array("ELF".utf8)),
    ("a Git LFS pointer", 0, Array("version https://git-lfs".utf8)),
  ]

  private static func text(_ head: [UInt8]) -> String? {
    guard head.count >= 4,
      head.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) })
    else { return nil }
    let visible = head.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let start = String(decoding: visible, as: UTF8.self)
    if start.hasPrefix("<!") || start.hasPrefix("<html") || start.hasPrefix("<HTML") {
      return "an HTML page, perhaps of a failed download"
    }
    return start.hasPrefix("{") || start.hasPrefix("[") ? "JSON text" : "plain text"
  }
}

extension RawSpan {
  /// One byte.
  ///
  /// - Precondition: The offset lies inside.
  func byte(at offset: Int) -> UInt8 {
    // Every bit pattern is a valid integer, and the load checks its bounds.
    unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
  }
}
