/// What the segments before a JPEG's first scan say about the picture.
struct JPEGSegments {
  /// From the first EXIF segment.
  private(set) var orientation = ImageOrientation.up
  /// Whether an Adobe segment is present: it marks inverted CMYK.
  private(set) var isAdobe = false
  /// Where the first scan's segment begins.
  private(set) var scanStart = 0

  init(_ bytes: [UInt8]) throws(ImageError) {
    var cursor = ByteCursor(bytes[...], at: 2)
    var sawEXIF = false
    while let prefix = cursor.byte() {
      // Stray bytes between segments are skipped, as the decoder does.
      guard prefix == 0xFF else { continue }
      var marker: UInt8 = 0xFF
      while marker == 0xFF {
        guard let next = cursor.byte() else { throw Self.truncated }
        marker = next
      }
      switch marker {
      case 0x00, 0x01, 0xD0...0xD8: continue
      case 0xD9: throw .damaged(.jpeg, reason: "it ends before any picture data")
      case 0xDA:
        scanStart = cursor.position
        return
      default: break
      }
      guard let length = cursor.bigEndian(2), length >= 2, let payload = cursor.take(length - 2)
      else { throw Self.truncated }
      if marker == 0xE1, !sawEXIF, payload.starts(with: Array("Exif\0\0".utf8)) {
        sawEXIF = true
        orientation = EXIF.orientation(tiff: payload.dropFirst(6))
      } else if marker == 0xEE, payload.count >= 12, payload.starts(with: Array("Adobe".utf8)) {
        isAdobe = true
      }
    }
    throw Self.truncated
  }

  /// How many scans follow the segments, the first included.
  ///
  /// Each goes over all pixels of a progressive image, so that a few hundred empty ones would keep a
  /// decoder busy for minutes.
  func scanCount(in bytes: [UInt8]) -> Int {
    var count = 1
    var isMarker = false
    for byte in bytes[scanStart...] {
      if isMarker, byte == 0xDA { count += 1 }
      isMarker = byte == 0xFF
    }
    return count
  }

  /// Whether an end-of-image marker follows the first scan; entropy-coded data cannot contain one.
  func hasEnd(in bytes: [UInt8]) -> Bool {
    var last = bytes.count - 1
    while last > scanStart {
      if bytes[last] == 0xD9, bytes[last - 1] == 0xFF { return true }
      last -= 1
    }
    return false
  }

  static var truncated: ImageError { .damaged(.jpeg, reason: "the file is truncated") }
}
