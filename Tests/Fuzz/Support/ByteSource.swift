/// Draws values from the bytes of an input, so that libFuzzer's changes become changes of values.
///
/// Behind the last byte all values are zero.
public struct ByteSource {
  private let bytes: [UInt8]
  private var position = 0

  /// Begins before the first byte.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte.
  public mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  /// The next four bytes, little-endian.
  public mutating func word() -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(byte()) << (8 * UInt32($1)) }
  }

  /// An integer in a range of at most 256 values.
  public mutating func integer(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(byte()) % range.count
  }

  /// A float, seldom one of those on which comparisons and conversions fail.
  public mutating func float() -> Float {
    switch byte() {
    case 0: .nan
    case 1: .infinity
    case 2: -.infinity
    case 3: Float(bitPattern: word())
    case 4: 0
    case 5: -1e30
    case 6: 3e9
    case let small: (Float(small) - 60) / 64
    }
  }
}
