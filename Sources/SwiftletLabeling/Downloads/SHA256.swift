/// The hash SHA-256 (FIPS 180-4), fed piece by piece.
package struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  /// The hash of nothing so far.
  package init() {}

  /// Takes the next bytes.
  package mutating func update(_ bytes: [UInt8]) {
    count &+= UInt64(bytes.count)
    var start = 0
    if !rest.isEmpty {
      start = min(64 - rest.count, bytes.count)
      rest += bytes[..<start]
      guard rest.count == 64 else { return }
      mix(rest, at: 0)
      rest.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= 64 {
      mix(bytes, at: start)
      start += 64
    }
    rest += bytes[start...]
  }

  /// The hash of all bytes, as 64 hexadecimal digits in small letters.
  package consuming func hexadecimal() -> String {
    let bits = count &* 8
    var end: [UInt8] = [0x80]
    end += [UInt8](repeating: 0, count: (119 - rest.count) % 64)
    end += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    update(end)
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private mutating func mix(_ block: [UInt8], at start: Int) {
    // Locals, without which each access would be checked for exclusivity or initialisation.
    var schedule = InlineArray<64, UInt32>(repeating: 0)
    let constants = Self.constants
    for index in 0..<16 {
      let place = start + 4 * index
      schedule[index] =
        UInt32(block[place]) << 24 | UInt32(block[place + 1]) << 16
        | UInt32(block[place + 2]) << 8 | UInt32(block[place + 3])
    }
    for index in 16..<64 {
      let (early, late) = (schedule[index - 15], schedule[index - 2])
      let small = Self.turned(early, 7) ^ Self.turned(early, 18) ^ early >> 3
      let large = Self.turned(late, 17) ^ Self.turned(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ small &+ schedule[index - 7] &+ large
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum = Self.turned(e, 6) ^ Self.turned(e, 11) ^ Self.turned(e, 25)
      let first = h &+ sum &+ (e & f ^ ~e & g) &+ constants[index] &+ schedule[index]
      let other = Self.turned(a, 2) ^ Self.turned(a, 13) ^ Self.turned(a, 22)
      let second = other &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }

  @inline(__always)
  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    return primes.map { prime in
      // The largest r with r³ ≤ prime · 2⁹⁶, bit by bit.
      var root: UInt64 = 0
      for bit in (0..<37).reversed() {
        let next = root | 1 << UInt64(bit)
        if UInt128(next) * UInt128(next) * UInt128(next) <= UInt128(prime) << 96 { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
