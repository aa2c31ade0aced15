import Testing

/// The hash that the corpus names its pixels by (FIPS 180-4).
@Suite("SHA-256")
struct SHA256 {
  static func hex(_ message: [UInt8]) -> String {
    var bytes = message + [0x80]
    bytes += [UInt8](repeating: 0, count: (120 - bytes.count % 64) % 64)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: (message.count * 8) >> (56 - 8 * $0)) }
    var state = roots(2).prefix(8).map { $0 }
    for block in stride(from: 0, to: bytes.count, by: 64) { mix(bytes, block, &state) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static let constants = roots(3)

  /// The first 32 bits of the fractions of the square or cube roots of the first 64 primes.
  private static func roots(_ degree: Int) -> [UInt32] {
    (2...311).filter { n in !(2..<n).contains { n % $0 == 0 } }.map { prime in
      // The largest r with r^degree ≤ prime · 2^(32·degree), found bit by bit in 128 bits or more.
      var root: UInt64 = 0
      for bit in (0..<37).reversed() {
        let next = root | 1 << UInt64(bit)
        if !exceeds(next, degree, prime) { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }

  private static func exceeds(_ root: UInt64, _ degree: Int, _ prime: Int) -> Bool {
    // Squares of 37-bit numbers need 74 bits and cubes 111.
    let value = UInt128(root) * UInt128(root) * (degree == 3 ? UInt128(root) : 1)
    return value > UInt128(prime) << UInt128(32 * degree)
  }

  private static func mix(_ bytes: [UInt8], _ block: Int, _ state: inout [UInt32]) {
    func turned(_ x: UInt32, _ n: UInt32) -> UInt32 { x >> n | x << (32 - n) }
    var w = [UInt32](repeating: 0, count: 64)
    for index in 0..<64 { w[index / 4] = w[index / 4] << 8 | UInt32(bytes[block + index]) }
    for t in 16..<64 {
      let (x, y) = (w[t - 15], w[t - 2])
      let low = turned(x, 7) ^ turned(x, 18) ^ x >> 3
      let high = turned(y, 17) ^ turned(y, 19) ^ y >> 10
      w[t] = w[t - 16] &+ low &+ w[t - 7] &+ high
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let choice = e & f ^ ~e & g
      let first =
        h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[t] &+ w[t]
      let majority = a & b ^ a & c ^ b & c
      let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  @Test("The standard's examples")
  func examples() {
    #expect(
      SHA256.hex(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
