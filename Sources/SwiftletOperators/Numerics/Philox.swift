/// Philox 4×32 with ten rounds: random numbers as a function of a counter and a key (Salmon et al.,
/// "Parallel random numbers: as easy as 1, 2, 3", 2011).
struct Philox: BitwiseCopyable {
  private let key: SIMD2<UInt32>
  /// The counter of the next block, lowest word first.
  private var counter: SIMD4<UInt32>

  /// Starts at the place that two seeds mean, as TensorFlow does.
  init(seed: Int, seed2: Int) {
    let (low, high) = (UInt64(bitPattern: Int64(seed)), UInt64(bitPattern: Int64(seed2)))
    key = SIMD2(UInt32(truncatingIfNeeded: low), UInt32(truncatingIfNeeded: low >> 32))
    counter = SIMD4(0, 0, UInt32(truncatingIfNeeded: high), UInt32(truncatingIfNeeded: high >> 32))
  }

  /// Starts at a counter.
  init(key: SIMD2<UInt32>, counter: SIMD4<UInt32>) {
    self.key = key
    self.counter = counter
  }

  /// The next four numbers; the counter stays as it is.
  var block: SIMD4<UInt32> {
    var (key, words) = (key, counter)
    for _ in 0..<10 {
      let first = UInt64(words.x) * 0xD251_1F53
      let second = UInt64(words.z) * 0xCD9E_8D57
      words = SIMD4(
        UInt32(truncatingIfNeeded: second >> 32) ^ words.y ^ key.x,
        UInt32(truncatingIfNeeded: second),
        UInt32(truncatingIfNeeded: first >> 32) ^ words.w ^ key.y,
        UInt32(truncatingIfNeeded: first))
      key &+= SIMD2(0x9E37_79B9, 0xBB67_AE85)
    }
    return words
  }

  /// A generator whose next block is one that comes later.
  func skipping(_ blocks: UInt64) -> Philox {
    var result = self
    let low = UInt64(counter.x) | UInt64(counter.y) << 32
    let (sum, carry) = low.addingReportingOverflow(blocks)
    result.counter.x = UInt32(truncatingIfNeeded: sum)
    result.counter.y = UInt32(truncatingIfNeeded: sum >> 32)
    if carry {
      result.counter.z &+= 1
      if result.counter.z == 0 { result.counter.w &+= 1 }
    }
    return result
  }
}

extension Float {
  /// A number from 0 up to 1 of 23 random bits.
  init(randomBits bits: UInt32) {
    self = Float(bitPattern: bits & 0x7F_FFFF | 127 << 23) - 1
  }
}

extension Double {
  /// A number from 0 up to 1 of 52 random bits.
  init(randomBits high: UInt32, _ low: UInt32) {
    self = Double(bitPattern: UInt64(high & 0xF_FFFF) << 32 | UInt64(low) | 1023 << 52) - 1
  }
}
