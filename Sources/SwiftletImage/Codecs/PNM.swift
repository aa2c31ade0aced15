/// The Netpbm formats: P1 to P6, plain and raw, with any largest value up to 65535.
enum PNM {
  static func decode(_ bytes: [UInt8], limit: Int) throws(ImageError) -> Image {
    var reader = Reader(bytes: bytes)
    let kind = Int(bytes[1] - UInt8(ascii: "0"))
    let isBitmap = kind == 1 || kind == 4
    guard let width = reader.number(), let height = reader.number(),
      let maximum = isBitmap ? 1 : reader.number()
    else { throw .damaged(.pnm, reason: "its header is incomplete") }
    guard (1...65535).contains(maximum) else {
      throw .damaged(.pnm, reason: "its largest value is \(maximum) and must be 1 to 65535")
    }
    try Image.check(width: width, height: height, limit: limit)
    let channels = kind == 3 || kind == 6 ? 3 : 1
    let count = width * height * channels
    guard kind <= 3 || reader.skipSeparator() else { throw truncated }
    let samples: [UInt8]
    switch kind {
    case 1: samples = try reader.digits(count)
    case 2, 3: samples = try reader.plain(count, maximum: maximum)
    case 4: samples = try reader.bits(width: width, height: height)
    default: samples = try reader.raw(count, maximum: maximum)
    }
    return try Image(
      width: width, height: height, format: channels == 3 ? .rgb : .gray, bytes: samples)
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  static var truncated: ImageError { .damaged(.pnm, reason: "the file is truncated") }

  /// A value on the scale 0…maximum brought to 0…255, rounded; larger ones count as the maximum.
  static func scaled(_ value: Int, maximum: Int) -> UInt8 {
    UInt8((min(value, maximum) * 255 + maximum / 2) / maximum)
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 2

    /// Skips white space and comments, which run from `#` to the end of the line.
    mutating func skipBlanks() {
      while position < bytes.count {
        if bytes[position] == UInt8(ascii: "#") {
          while position < bytes.count, bytes[position] != 0x0A, bytes[position] != 0x0D {
            position += 1
          }
        } else if PNM.isSpace(bytes[position]) {
          position += 1
        } else {
          return
        }
      }
    }

    /// A decimal number; nil where there is none or where it exceeds every possible size.
    mutating func number() -> Int? {
      skipBlanks()
      var value = 0
      let start = position
      while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
        value = value * 10 + Int(bytes[position] - 0x30)
        guard value <= Int(Int32.max) else { return nil }
        position += 1
      }
      return position > start ? value : nil
    }

    /// Exactly one white-space byte separates the header from raw samples.
    mutating func skipSeparator() -> Bool {
      guard position < bytes.count, PNM.isSpace(bytes[position]) else { return false }
      position += 1
      return true
    }

    mutating func plain(_ count: Int, maximum: Int) throws(ImageError) -> [UInt8] {
      // Each number takes a digit and a separator, so a short file is refused before allocating.
      guard count <= bytes.count - position else { throw PNM.truncated }
      var samples: [UInt8] = []
      samples.reserveCapacity(count)
      for _ in 0..<count {
        guard let value = number() else {
          throw position < bytes.count
            ? .damaged(.pnm, reason: "byte \(position) belongs to no number") : PNM.truncated
        }
        samples.append(PNM.scaled(value, maximum: maximum))
      }
      return samples
    }

    /// The digits of a plain bitmap need no separators; 1 is black.
    mutating func digits(_ count: Int) throws(ImageError) -> [UInt8] {
      guard count <= bytes.count - position else { throw PNM.truncated }
      var samples: [UInt8] = []
      samples.reserveCapacity(count)
      for _ in 0..<count {
        skipBlanks()
        guard position < bytes.count else { throw PNM.truncated }
        switch bytes[position] {
        case UInt8(ascii: "0"): samples.append(255)
        case UInt8(ascii: "1"): samples.append(0)
        default: throw .damaged(.pnm, reason: "byte \(position) is neither 0 nor 1")
        }
        position += 1
      }
      return samples
    }

    func bits(width: Int, height: Int) throws(ImageError) -> [UInt8] {
      let rowBytes = (width + 7) / 8
      guard rowBytes * height <= bytes.count - position else { throw PNM.truncated }
      var samples: [UInt8] = []
      samples.reserveCapacity(width * height)
      for y in 0..<height {
        for x in 0..<width {
          let byte = bytes[position + y * rowBytes + x / 8]
          samples.append(byte >> (7 - x % 8) & 1 == 0 ? 255 : 0)
        }
      }
      return samples
    }

    func raw(_ count: Int, maximum: Int) throws(ImageError) -> [UInt8] {
      let size = maximum < 256 ? 1 : 2
      guard count <= (bytes.count - position) / size else { throw PNM.truncated }
      if maximum == 255 { return Array(bytes[position..<position + count]) }
      return (0..<count).map { index in
        let at = position + index * size
        let value = size == 1 ? Int(bytes[at]) : Int(bytes[at]) << 8 | Int(bytes[at + 1])
        return PNM.scaled(value, maximum: maximum)
      }
    }
  }
}
