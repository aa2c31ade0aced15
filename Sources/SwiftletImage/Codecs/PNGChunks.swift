/// A PNG file reduced to the chunks that make up its picture.
///
/// Ancillary chunks are left out: colour profiles and gamma would make the decoder convert values
/// (the goldens' pixels are the stored ones), and transparency is dropped anyway.
struct PNGChunks {
  let width: Int
  let height: Int
  let bitDepth: Int
  let hasAlpha: Bool
  /// Signature, IHDR, PLTE, IDAT and IEND, with their checksums.
  let essential: [UInt8]

  init(_ bytes: [UInt8]) throws(ImageError) {
    var cursor = ByteCursor(bytes[...], at: 8)
    guard var header = cursor.take(25).map({ ByteCursor($0) }), header.bigEndian(4) == 13,
      header.take(4)?.elementsEqual("IHDR".utf8) == true,
      let width = header.bigEndian(4), let height = header.bigEndian(4),
      let depth = header.byte(), let color = header.byte()
    else { throw .damaged(.png, reason: "it does not begin with its header") }
    self.width = width
    self.height = height
    bitDepth = Int(depth)
    hasAlpha = color & 4 != 0
    var kept = Array(bytes.prefix(33))
    while true {
      let start = cursor.position
      guard let length = cursor.bigEndian(4), let type = cursor.take(4),
        cursor.take(length) != nil, cursor.take(4) != nil, let first = type.first
      else { throw .damaged(.png, reason: "the file is truncated") }
      // Bit 5 of a type's first letter marks a chunk that may be skipped.
      if first & 0x20 == 0 { kept.append(contentsOf: bytes[start..<cursor.position]) }
      if type.elementsEqual("IEND".utf8) { break }
    }
    essential = kept
  }
}
