/// The seeded generator of all tests, and of the inputs of the golden corpus.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts a sequence; equal seeds give equal sequences.
  package init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  /// A multiple of 2⁻²⁴ in `0 ..< 1`.
  package mutating func uniform() -> Double {
    Double(next() >> 40) / 16_777_216
  }

  /// A float in `low ..< high`, rounded from double as the golden corpus does.
  package mutating func uniform(_ low: Double, _ high: Double) -> Float {
    Float(low + (high - low) * uniform())
  }

  /// An integer in `low ..< high`.
  package mutating func integer(_ low: Int, _ high: Int) -> Int {
    Int((Double(low) + (uniform() * Double(high - low)).rounded(.down)))
  }

  /// Floats in `low ..< high`.
  package mutating func floats(_ count: Int, _ low: Double, _ high: Double) -> [Float] {
    (0..<count).map { _ in uniform(low, high) }
  }

  /// Integers in `low ..< high`.
  package mutating func integers<Integer: FixedWidthInteger>(
    _ count: Int, _ low: Int, _ high: Int, as type: Integer.Type = Integer.self
  ) -> [Integer] {
    (0..<count).map { _ in Integer(integer(low, high)) }
  }

  /// Bytes of any value.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}
