/// Threefry 2×32 with twenty rounds: random numbers as a function of a counter and a key (Salmon et
/// al., "Parallel random numbers: as easy as 1, 2, 3", 2011).
struct Threefry {
  let key: SIMD2<UInt32>

  /// Two numbers for a counter.
  func block(_ counter: UInt64) -> SIMD2<UInt32> {
    let keys = [key.x, key.y, key.x ^ key.y ^ 0x1BD1_1BDA] as InlineArray<3, UInt32>
    let rotations = [13, 15, 26, 6, 17, 29, 16, 24] as InlineArray<8, UInt32>
    var x = UInt32(truncatingIfNeeded: counter) &+ keys[0]
    var y = UInt32(truncatingIfNeeded: counter >> 32) &+ keys[1]
    for round in 1...5 {
      for index in 0..<4 {
        let rotation = rotations[(round - 1) % 2 * 4 + index]
        x &+= y
        y = (y << rotation | y >> (32 - rotation)) ^ x
      }
      x &+= keys[round % 3]
      y &+= keys[(round + 1) % 3] &+ UInt32(round)
    }
    return SIMD2(x, y)
  }
}
