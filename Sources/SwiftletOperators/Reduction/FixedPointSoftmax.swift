internal import SwiftletTensor

/// The softmax of bytes in 32-bit fixed point: the reference kernel, which microcontrollers share.
struct FixedPointSoftmax: Sendable {
  /// `e^−v` in Q0.31 for elements `v` below the largest.
  private let powers: [Int32]
  /// Elements further below count as 0.
  private let farthest: Int
  private let xor: UInt8
  private let output: QuantizedElements

  init(_ input: QuantizedElements, beta: Float, output: QuantizedElements) {
    xor = input.xor
    self.output = output
    let real = min(Double(beta) * Double(input.scale) * 0x1p26, 0x7FFF_FFFF)
    let multiplier = FixedPointMultiplier(real)
    let shift = max(multiplier.exponent, 0)
    let limit = (31.0 * 0x1p26 / Double(sign: .plus, exponent: shift, significand: 1))
    farthest = Int(limit.rounded(.down))
    powers = (0...255).map { below in
      guard below <= Int(limit.rounded(.down)) else { return 0 }
      let scaled = roundingDoublingHigh(
        Int32(truncatingIfNeeded: -below << shift), multiplier.value)
      return Self.power(
        multiplier.exponent < 0 ? roundingShift(scaled, by: -multiplier.exponent) : scaled)
    }
  }

  /// Writes one row of bytes, or of 16-bit integers where the output has them.
  func apply(
    _ input: UnsafePointer<UInt8>, _ output: UnsafeMutableRawPointer, row: Int, count: Int
  ) {
    var top: UInt8 = 0
    for index in 0..<count { top = max(top, unsafe input[index] ^ xor) }
    var sum: Int32 = 0
    for index in 0..<count {
      let below = unsafe Int(top - (input[index] ^ xor))
      if below <= farthest { sum &+= roundingShift(powers[below], by: 12) }
    }
    let headroom = sum.leadingZeroBitCount
    let fraction = Int32(truncatingIfNeeded: (Int64(sum) << Int64(headroom)) - 1 << 31)
    let factor = Self.reciprocal(onePlus: fraction)
    let isWide = self.output.type == .int16
    let shift = 12 - headroom + 31 - (isWide ? 16 : 8)
    let lowest = self.output.range.lowerBound
    for index in 0..<count {
      let below = unsafe Int(top - (input[index] ^ xor))
      var value = lowest
      if below <= farthest {
        let product = roundingDoublingHigh(factor, powers[below])
        // 64 bits, since a sum of 512 or more makes the shift wider than the product; the peer's
        // kernel ends the process there.
        value = Int32(truncatingIfNeeded: roundingShift(Int64(product), by: shift)) + lowest
        value = min(max(value, lowest), self.output.range.upperBound)
      }
      if isWide {
        unsafe output.storeBytes(
          of: Int16(value), toByteOffset: (row * count + index) * 2, as: Int16.self)
      } else {
        unsafe output.storeBytes(
          of: UInt8(truncatingIfNeeded: value), toByteOffset: row * count + index, as: UInt8.self)
      }
    }
  }

  /// `e^a` in Q0.31 for `a ≤ 0` in Q5.26.
  static func power(_ a: Int32) -> Int32 {
    guard a != 0 else { return .max }
    let quarter = (a & (1 << 24 - 1)) - 1 << 24
    let x = (quarter << 5) + 1 << 28
    let x2 = roundingDoublingHigh(x, x)
    let x3 = roundingDoublingHigh(x2, x)
    let x4 = roundingDoublingHigh(x2, x2)
    let cubic = roundingDoublingHigh(roundingShift(x4, by: 2) + x3, 715_827_883) + x2
    let series = roundingShift(cubic, by: 1)
    var result = 1_895_147_668 &+ roundingDoublingHigh(1_895_147_668, x + series)
    let rest = quarter - a
    // e^−2^k for k = −2 … 4.
    let factors: InlineArray<7, Int32> = [
      1_672_461_947, 1_302_514_674, 790_015_084, 290_630_308, 39_332_535, 720_401, 242,
    ]
    for index in 0..<7 where rest & 1 << Int32(24 + index) != 0 {
      result = roundingDoublingHigh(result, factors[index])
    }
    return result
  }

  /// `1 / (1 + s)` in Q0.31 for `s` in Q0.31, not negative.
  static func reciprocal(onePlus s: Int32) -> Int32 {
    let half = roundingHalfSum(s, .max)
    // Newton's method in Q2.29 from 48/17 − 32/17 · half.
    var x = 1_515_870_810 &+ roundingDoublingHigh(half, -1_010_580_540)
    for _ in 0..<3 {
      let error = (1 << 29) &- roundingDoublingHigh(half, x)
      x &+= saturatingShift(roundingDoublingHigh(x, error), by: 2)
    }
    return saturatingShift(x, by: 1)
  }

  private static func saturatingShift(_ value: Int32, by count: Int64) -> Int32 {
    Int32(clamping: Int64(value) << count)
  }
}
