/// The logarithm of softmax of bytes in 32-bit fixed point: the reference kernel.
struct FixedPointLogSoftmax: Sendable {
  /// `e^−v` in Q12.19 for elements `v` below the largest.
  private let powers: [Int32]
  /// `−v` times the scale in Q5.26.
  private let differences: [Int32]
  /// Elements further below count as 0.
  private let farthest: Int
  private let inverse: FixedPointMultiplier
  private let xor: UInt8

  init(_ input: QuantizedElements) {
    xor = input.xor
    let multiplier = FixedPointMultiplier(min(Double(input.scale) * 0x1p26, 0x7FFF_FFFF))
    let shift = max(multiplier.exponent, 0)
    let radius = 31.0 * 0x1p26 / Double(sign: .plus, exponent: shift, significand: 1)
    let limit = Int(radius.rounded(.down))
    farthest = limit
    let differences = (0...255).map { multiplier.applied(to: -$0) }
    self.differences = differences
    powers = differences.indices.map { below in
      below > limit
        ? 0 : roundingShift(FixedPointSoftmax.power(min(differences[below], 0)), by: 12)
    }
    let unit = Double(Int32(truncatingIfNeeded: 1 << (31 - shift)))
    inverse = FixedPointMultiplier(unit / Double(multiplier.value))
  }

  /// Writes one row of bytes, whose scale is 1/16.
  func apply(_ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
    var top: UInt8 = 0
    for index in 0..<count { top = max(top, unsafe input[index] ^ xor) }
    var sum: Int32 = 0
    for index in 0..<count {
      let below = unsafe Int(top - (input[index] ^ xor))
      if below <= farthest { sum &+= powers[below] }
    }
    let logarithm = Self.logarithm(sum)
    // The lowest difference whose result is a number.
    let lowest = max(-farthest - 1, Int(inverse.applied(to: logarithm &+ Int32.min)))
    for index in 0..<count {
      let below = unsafe Int(top - (input[index] ^ xor))
      var value: Int32 = 0
      if -below > lowest {
        let steps = roundingShift(differences[below] &- logarithm, by: 22)
        value = min(max(steps + 255, 0), 255)
      }
      unsafe output[index] = UInt8(truncatingIfNeeded: value) ^ xor
    }
  }

  /// The natural logarithm in Q5.26 of a number in Q12.19.
  ///
  /// The argument is a power of two, in steps of a half, times a number about `2^−1/4`, whose
  /// logarithm is a rational function.
  private static func logarithm(_ number: Int32) -> Int32 {
    let quarter: Int32 = 1 << 23
    let halfRoot: Int32 = 1_518_500_250
    let zeros = Int32(number.leadingZeroBitCount)
    let whole = saturatingShift(number, by: zeros - 1)
    let lower = saturatingShift(roundingDoublingHigh(whole, halfRoot), by: 1)
    let lowerPower = saturated(Int64(saturatingShift(12 - zeros, by: 25)) + Int64(quarter))
    let scaled = roundingDoublingHigh(number, halfRoot)
    let headroom = Int32(scaled.leadingZeroBitCount) - 1
    let upper = saturatingShift(number, by: headroom)
    let upperPower = saturated(Int64(saturatingShift(12 - headroom, by: 25)) - Int64(quarter))
    let r = min(lower, upper)
    let power = max(lowerPower, upperPower)
    // 2^−1/4, about which the function is developed.
    let center: Int32 = 1_805_811_301
    let p = roundingHalfSum(r, center)
    let q = (r &- center) &+ (r &- center)
    let square = roundingDoublingHigh(q, q)
    let cubic = roundingDoublingHigh(roundingDoublingHigh(q, square), 117_049_297)
    let numerator = roundingDoublingHigh(q, r) &+ cubic
    let factor = 1_057_819_769 &+ q &+ roundingDoublingHigh(127_690_142, square)
    let denominator =
      roundingDoublingHigh(p, factor) &+ roundingDoublingHigh(638_450_708, q)
    let quotient = roundingDoublingHigh(
      roundingShift(numerator, by: 6), FixedPointSoftmax.reciprocal(onePlus: denominator))
    // ln 2.
    return saturatingShift(roundingDoublingHigh(power, 1_488_522_236) &+ quotient, by: 1)
  }

  private static func saturated(_ value: Int64) -> Int32 { Int32(clamping: value) }

  private static func saturatingShift(_ value: Int32, by count: Int32) -> Int32 {
    count < 0
      ? roundingShift(value, by: Int(-count)) : Int32(clamping: Int64(value) << Int64(count))
  }
}
