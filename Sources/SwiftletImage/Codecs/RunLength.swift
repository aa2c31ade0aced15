/// The run-length codings of 4- and 8-bit bitmaps.
enum RunLength {
  /// Palette indices, bottom row first; pixels that the data skips keep index 0.
  static func decode(
    _ data: ArraySlice<UInt8>, _ header: BMPHeader
  ) throws(ImageError) -> [UInt8] {
    let (width, height) = (header.width, header.height)
    let isNibbles = header.compression == .runLength4
    var indices = [UInt8](repeating: 0, count: width * height)
    var cursor = ByteCursor(data)
    var x = 0
    var y = 0
    // What a run writes beyond the right edge is dropped.
    func put(_ value: UInt8) {
      if x < width { indices[y * width + x] = value }
      x += 1
    }
    while y < height {
      guard let count = cursor.byte().map(Int.init), let value = cursor.byte() else {
        throw BMPHeader.truncated
      }
      switch (count, value) {
      case (0, 0): (x, y) = (0, y + 1)
      case (0, 1): return indices
      case (0, 2):
        guard let right = cursor.byte(), let up = cursor.byte() else { throw BMPHeader.truncated }
        x += Int(right)
        y += Int(up)
      case (0, _):
        let length = Int(value)
        let size = isNibbles ? (length + 1) / 2 : length
        guard let literal = cursor.take(size) else { throw BMPHeader.truncated }
        for index in 0..<length {
          let byte = literal[literal.startIndex + (isNibbles ? index / 2 : index)]
          put(isNibbles ? (index % 2 == 0 ? byte >> 4 : byte & 15) : byte)
        }
        // Literals fill whole 16-bit words.
        if size % 2 == 1 { _ = cursor.byte() }
      default:
        for index in 0..<count {
          put(isNibbles ? (index % 2 == 0 ? value >> 4 : value & 15) : value)
        }
      }
    }
    return indices
  }
}
