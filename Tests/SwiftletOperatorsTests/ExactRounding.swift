import SwiftletTestSupport

/// Short forms of the roundings for references.
enum ExactRounding {
  /// Flavour D: the product rounded with ties up, then the shift with ties away from zero.
  static func twice(_ x: Int, _ real: Double) -> Int {
    ReferenceRequantization.twice.rounded(x, real: real, single: 0)
  }

  /// Flavour U: both times with ties up.
  static func twiceUp(_ x: Int, _ real: Double) -> Int {
    ReferenceRequantization.twiceUp.rounded(x, real: real, single: 0)
  }

  /// The largest integer that is not above a quotient.
  static func floorDivided(_ value: Int, by divisor: Int) -> Int {
    let (quotient, rest) = value.quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }

  static func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int { min(max(value, low), high) }

  /// The significand of 31 bits and the exponent of a positive real number.
  static func fixedPoint(_ real: Double) -> (value: Int, exponent: Int) {
    var (fraction, exponent) = (real, 0)
    while fraction >= 1 { (fraction, exponent) = (fraction / 2, exponent + 1) }
    while fraction < 0.5 { (fraction, exponent) = (fraction * 2, exponent - 1) }
    return (Int((fraction * 0x1p31).rounded(.toNearestOrAwayFromZero)), exponent)
  }

  /// Flavour D by a multiplier that is not normalised.
  static func twice(_ x: Int, _ value: Int, _ exponent: Int) -> Int {
    let shifted = x << max(exponent, 0)
    let high = floorDivided(shifted * value + 1 << 30, by: 1 << 31)
    let unit = 1 << max(-exponent, 0)
    let magnitude = (2 * abs(high) + unit) / (2 * unit)
    return high < 0 ? -magnitude : magnitude
  }

  static func floorLog2(_ value: Int) -> Int {
    var exponent = 0
    while 2 << exponent <= value { exponent += 1 }
    return exponent
  }
}
