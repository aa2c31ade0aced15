/// The headers of a bitmap: OS/2 and every Windows version.
struct BMPHeader {
  enum Compression: Int {
    case none = 0
    case runLength8 = 1
    case runLength4 = 2
    case bitFields = 3
    case alphaBitFields = 6
  }

  let width: Int
  let height: Int
  /// Rows are stored bottom row first unless the height is negative.
  let isTopDown: Bool
  let bitsPerPixel: Int
  let compression: Compression
  /// Where the pixels begin.
  let dataOffset: Int
  /// Red, green and blue of each palette entry.
  let palette: [(red: UInt8, green: UInt8, blue: UInt8)]
  /// Which bits of a 16- or 32-bit pixel hold red, green and blue.
  let masks: (red: UInt32, green: UInt32, blue: UInt32)

  init(_ bytes: [UInt8]) throws(ImageError) {
    var cursor = ByteCursor(bytes[...], at: 10)
    guard let offset = cursor.littleEndian(4), let size = cursor.littleEndian(4) else {
      throw Self.truncated
    }
    guard [12, 16, 40, 52, 56, 64, 108, 124].contains(size) else {
      throw .unsupported(.bmp, reason: "its header takes \(size) bytes")
    }
    guard let fields = cursor.take(size - 4) else { throw Self.truncated }
    let isCore = size == 12
    // The fields end with the header; what an old, short header leaves out counts as zero.
    let field = { (at: Int, count: Int) -> Int in
      var cursor = ByteCursor(fields)
      return cursor.seek(at - 4).flatMap { cursor.littleEndian(count) } ?? 0
    }
    let signed = { (at: Int) in Int(Int32(truncatingIfNeeded: field(at, 4))) }
    let storedHeight = isCore ? field(6, 2) : signed(8)
    width = isCore ? field(4, 2) : signed(4)
    height = abs(storedHeight)
    isTopDown = storedHeight < 0
    let depth = isCore ? field(10, 2) : field(14, 2)
    let method = isCore ? 0 : field(16, 4)
    guard [1, 4, 8, 16, 24, 32].contains(depth) else {
      throw .unsupported(.bmp, reason: "it has \(depth) bits per pixel")
    }
    guard let compression = Compression(rawValue: method),
      Self.suits(compression, depth: depth, isTopDown: isTopDown, isOS2: size == 16 || size == 64)
    else {
      throw .unsupported(.bmp, reason: "compression \(method) with \(depth) bits per pixel")
    }
    bitsPerPixel = depth
    self.compression = compression
    var tables = ByteCursor(bytes[...], at: 14 + size)
    let hasFields = compression == .bitFields || compression == .alphaBitFields
    if hasFields {
      // Version 1 headers are followed by the masks, later ones contain them at the same place.
      var at = ByteCursor(bytes[...], at: 54)
      guard let red = at.littleEndian(4), let green = at.littleEndian(4),
        let blue = at.littleEndian(4)
      else { throw Self.truncated }
      masks = (UInt32(red), UInt32(green), UInt32(blue))
    } else {
      masks = depth == 16 ? (0x7C00, 0x03E0, 0x001F) : (0xFF0000, 0x00FF00, 0x0000FF)
    }
    let used = isCore ? 0 : field(32, 4)
    let entries = depth > 8 ? 0 : used == 0 ? 1 << depth : min(used, 1 << depth)
    let end = max(min(offset, bytes.count), tables.position)
    var palette: [(red: UInt8, green: UInt8, blue: UInt8)] = []
    for _ in 0..<entries {
      // Some writers store fewer entries than they announce.
      guard tables.position + (isCore ? 3 : 4) <= end,
        let entry = tables.take(isCore ? 3 : 4).map(Array.init)
      else { break }
      palette.append((entry[2], entry[1], entry[0]))
    }
    self.palette = palette
    guard offset >= 14 + size, offset <= bytes.count else {
      throw .damaged(.bmp, reason: "its pixels begin at byte \(offset) of \(bytes.count)")
    }
    dataOffset = offset
  }

  private static func suits(
    _ compression: Compression, depth: Int, isTopDown: Bool, isOS2: Bool
  ) -> Bool {
    switch compression {
    case .none: true
    case .runLength8: depth == 8 && !isTopDown
    case .runLength4: depth == 4 && !isTopDown
    // The same numbers mean Huffman coding and 24-bit run lengths in OS/2.
    case .bitFields, .alphaBitFields: (depth == 16 || depth == 32) && !isOS2
    }
  }

  static var truncated: ImageError { .damaged(.bmp, reason: "the file is truncated") }
}
