/// Colours multiplied and divided by alpha, as Apple's vImage rounds.
final class AlphaDivision: Sendable {
  /// The only one.
  static let shared = AlphaDivision()

  /// The quotient for each alpha and colour; three divisions a pixel would be dear.
  private let quotients: [UInt8]

  private init() {
    quotients = (0..<65536).map {
      Self.divided(UInt8(truncatingIfNeeded: $0), by: UInt8(truncatingIfNeeded: $0 >> 8))
    }
  }

  /// The colour before it was multiplied by alpha: `(min(c, a)·255 + a/2) / a`, 0 where a is 0.
  static func divided(_ color: UInt8, by alpha: UInt8) -> UInt8 {
    if alpha == 0 { return 0 }
    let a = Int(alpha)
    return UInt8((min(Int(color), a) * 255 + a / 2) / a)
  }

  /// The same from the table.
  @inline(__always)
  func quotient(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
    quotients[Int(alpha) << 8 | Int(color)]
  }

  /// The colour multiplied by alpha: `(c·a + 127) / 255`.
  @inline(__always)
  static func product(_ color: UInt8, _ alpha: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(color) &* UInt32(alpha) &+ 127) / 255)
  }
}
