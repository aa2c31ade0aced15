extension FixedPointMultiplier {
  /// `1 / √value` as gemmlowp's Newton iteration gives it, for positive values.
  init(inverseSquareRootOf value: Int32) {
    guard value > 1 else {
      self.init(value: .max, exponent: 0)
      return
    }
    var number = value
    var shift = 11
    while number >= 1 << 29 {
      number /= 4
      shift += 1
    }
    let headroom = (number.leadingZeroBitCount - 1) / 2 - 1
    shift -= headroom
    number <<= Int32(2 * headroom)
    let quarter = number >> 1
    let half = roundingShift(quarter, by: 1)
    var x = Int32(1 << 28)
    for _ in 0..<5 {
      let x2 = roundingDoublingHigh(x, x)
      let x3 = Int32(clamping: Int64(roundingDoublingHigh(x2, x)) << 6)
      let next = Int64(roundingDoublingHigh(402_653_184, x)) - Int64(roundingDoublingHigh(half, x3))
      x = Int32(clamping: Int64(Int32(truncatingIfNeeded: next)) << 3)
    }
    var result = roundingDoublingHigh(x, 1_518_500_250)
    if shift < 0 {
      result = result &<< Int32(-shift)
      shift = 0
    }
    self.init(value: result, exponent: -shift)
  }
}
