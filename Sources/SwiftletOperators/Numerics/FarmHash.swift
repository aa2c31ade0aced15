/// The 64-bit fingerprint of FarmHash (Geoff Pike, Google, 2014), which does not change from
/// version to version.
///
/// Lengths up to 16, 32 and 64 bytes have a form of their own, longer strings are mixed in blocks
/// of 64 bytes. All arithmetic is modulo 2^64.
@safe struct FarmHash {
  // Primes between 2^63 and 2^64.
  private static let k0: UInt64 = 0xC3A5_C85C_97CB_3127
  private static let k1: UInt64 = 0xB492_B66F_BE98_F273
  private static let k2: UInt64 = 0x9AE1_6A3B_2F90_404F

  private let bytes: UnsafeRawPointer
  private let count: Int

  /// The fingerprint of some bytes.
  static func fingerprint(_ bytes: UnsafeRawPointer, count: Int) -> UInt64 {
    let hash = unsafe FarmHash(bytes: bytes, count: count)
    switch count {
    case ...16: return hash.short
    case ...32: return hash.medium
    case ...64: return hash.long
    default: return hash.blocks
    }
  }

  // MARK: Lengths

  private var short: UInt64 {
    let multiplier = multiplier
    if count >= 8 {
      let a = word(0) &+ Self.k2
      let b = word(count - 8)
      let c = rotated(b, 37) &* multiplier &+ a
      let d = (rotated(a, 25) &+ b) &* multiplier
      return Self.joined(c, d, multiplier)
    }
    if count >= 4 {
      let a = halfWord(0) << 3
      return Self.joined(UInt64(count) &+ a, halfWord(count - 4), multiplier)
    }
    guard count > 0 else { return Self.k2 }
    let y = byte(0) &+ byte(count / 2) << 8
    let z = UInt64(count) &+ byte(count - 1) << 2
    return Self.folded(y &* Self.k2 ^ z &* Self.k0) &* Self.k2
  }

  private var medium: UInt64 {
    let multiplier = multiplier
    let a = word(0) &* Self.k1
    let b = word(8)
    let c = word(count - 8) &* multiplier
    let d = word(count - 16) &* Self.k2
    return Self.joined(
      rotated(a &+ b, 43) &+ rotated(c, 30) &+ d, a &+ rotated(b &+ Self.k2, 18) &+ c, multiplier)
  }

  private var long: UInt64 {
    let multiplier = multiplier
    let a = word(0) &* Self.k2
    let b = word(8)
    let c = word(count - 8) &* multiplier
    let d = word(count - 16) &* Self.k2
    let y = rotated(a &+ b, 43) &+ rotated(c, 30) &+ d
    let z = Self.joined(y, a &+ rotated(b &+ Self.k2, 18) &+ c, multiplier)
    let e = word(16) &* multiplier
    let f = word(24)
    let g = (y &+ word(count - 32)) &* multiplier
    let h = (z &+ word(count - 24)) &* multiplier
    return Self.joined(
      rotated(e &+ f, 43) &+ rotated(g, 30) &+ h, e &+ rotated(f &+ a, 18) &+ g, multiplier)
  }

  private var blocks: UInt64 {
    let seed: UInt64 = 81
    var state = State(
      x: seed &* Self.k2 &+ word(0), y: seed &* Self.k1 &+ 113, z: 0, v: (0, 0), w: (0, 0))
    state.z = Self.folded(state.y &* Self.k2 &+ 113) &* Self.k2
    let end = (count - 1) / 64 * 64
    for start in stride(from: 0, to: end, by: 64) {
      mix(&state, from: start, by: Self.k1, factor: 1)
    }
    let multiplier = Self.k1 &+ (state.z & 0xFF) << 1
    state.w.0 &+= UInt64((count - 1) & 63)
    state.v.0 &+= state.w.0
    state.w.0 &+= state.v.0
    mix(&state, from: count - 64, by: multiplier, factor: 9)
    let (x, y, z, v, w) = (state.x, state.y, state.z, state.v, state.w)
    return Self.joined(
      Self.joined(v.0, w.0, multiplier) &+ Self.folded(y) &* Self.k0 &+ z,
      Self.joined(v.1, w.1, multiplier) &+ x, multiplier)
  }

  // MARK: Parts

  /// What is carried from block to block.
  private struct State {
    var x, y, z: UInt64
    var v, w: (UInt64, UInt64)
  }

  private func mix(_ state: inout State, from start: Int, by multiplier: UInt64, factor: UInt64) {
    let (v, w) = (state.v, state.w)
    let x = rotated(state.x &+ state.y &+ v.0 &+ word(start + 8), 37) &* multiplier ^ w.1 &* factor
    let y =
      rotated(state.y &+ v.1 &+ word(start + 48), 42) &* multiplier &+ v.0 &* factor
      &+ word(start + 40)
    let z = rotated(state.z &+ w.0, 33) &* multiplier
    state.v = weak(start, v.1 &* multiplier, x &+ w.0)
    state.w = weak(start + 32, z &+ w.1, y &+ word(start + 16))
    (state.x, state.y, state.z) = (z, y, x)
  }

  /// A quick hash of 32 bytes with two seeds.
  private func weak(_ start: Int, _ first: UInt64, _ second: UInt64) -> (UInt64, UInt64) {
    let a = first &+ word(start)
    let b = rotated(second &+ a &+ word(start + 24), 21)
    let sum = a &+ word(start + 8) &+ word(start + 16)
    return (sum &+ word(start + 24), b &+ rotated(sum, 44) &+ a)
  }

  private var multiplier: UInt64 { Self.k2 &+ UInt64(count) &* 2 }

  private static func joined(_ u: UInt64, _ v: UInt64, _ multiplier: UInt64) -> UInt64 {
    let a = folded((u ^ v) &* multiplier)
    return folded((v ^ a) &* multiplier) &* multiplier
  }

  private static func folded(_ value: UInt64) -> UInt64 { value ^ value >> 47 }

  private func rotated(_ value: UInt64, _ bits: UInt64) -> UInt64 {
    value >> bits | value << (64 - bits)
  }

  private func word(_ offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  private func halfWord(_ offset: Int) -> UInt64 {
    unsafe UInt64(
      UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  private func byte(_ offset: Int) -> UInt64 {
    unsafe UInt64(bytes.load(fromByteOffset: offset, as: UInt8.self))
  }
}
