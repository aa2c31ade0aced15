/// The checksum of ZIP, PNG and Ethernet (polynomial 0x04C11DB7, reflected), a short proof that results
/// are the same.
package struct CRC32: Sendable, Hashable {
  private var state: UInt32 = .max

  /// The checksum of nothing, which is 0.
  package init() {}

  /// Goes on with more bytes.
  package mutating func update(_ bytes: [UInt8]) {
    for byte in bytes {
      state = state >> 8 ^ Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)]
    }
  }

  /// The checksum of all bytes.
  package var value: UInt32 { ~state }

  /// Eight digits.
  package var hexadecimal: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }
}
