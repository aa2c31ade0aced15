/// How a sum is multiplied by a real number and rounded, written down once more from the
/// definitions, in 64 bits and without the tricks of the kernels.
package enum ReferenceRequantization: Sendable, Hashable, CaseIterable {
  /// D: a rounding doubling high product, then a rounding shift with ties away from zero.
  case twice
  /// U: the same with ties up in both.
  case twiceUp
  /// E: `float32`, ties to even.
  case even
  /// A: `float64`, ties away from zero.
  case away

  /// The rounded product of a sum with a multiplier.
  ///
  /// - Parameters:
  ///   - sum: The sum, of 32 bits.
  ///   - real: The multiplier in `float64`, for all but `even`.
  ///   - single: The multiplier in `float32`, for `even`.
  /// - Returns: The integer, before the zero point and the clamp.
  package func rounded(_ sum: Int, real: Double, single: Float) -> Int {
    switch self {
    case .even:
      let product = (Float(Int32(sum)) * single).rounded(.toNearestOrEven)
      return Int(min(max(product, -1e9), 1e9))
    case .away:
      let product = (Double(sum) * real).rounded(.toNearestOrAwayFromZero)
      return Int(min(max(product, -1e9), 1e9))
    case .twice, .twiceUp:
      let (value, exponent) = Self.fixedPoint(real)
      let shifted = Int(Int32(truncatingIfNeeded: sum << max(exponent, 0)))
      let high = Int((Double(shifted) * Double(value) / 0x1p31).rounded(.down))
      // The remainder decides exactly, where the quotient in `float64` may be off by one.
      let nearest = (high - 1...high + 1).first { candidate in
        let error = 2 * (shifted * value - candidate << 31)
        return error >= -(1 << 31) && error < 1 << 31
      }
      return Self.shift(nearest ?? 0, by: max(-exponent, 0), away: self == .twice)
    }
  }

  /// The nearest `value · 2^(exponent − 31)` with `value` below 2^31.
  private static func fixedPoint(_ real: Double) -> (value: Int, exponent: Int) {
    guard real > 0 else { return (0, 0) }
    var (fraction, exponent) = (real, 0)
    while fraction >= 1 { (fraction, exponent) = (fraction / 2, exponent + 1) }
    while fraction < 0.5 { (fraction, exponent) = (fraction * 2, exponent - 1) }
    var value = Int((fraction * 0x1p31).rounded(.toNearestOrAwayFromZero))
    if value == 1 << 31 { (value, exponent) = (1 << 30, exponent + 1) }
    return exponent < -31 ? (0, 0) : (value, exponent)
  }

  /// `value / 2^places` rounded to nearest, ties away from zero or up.
  private static func shift(_ value: Int, by places: Int, away: Bool) -> Int {
    let unit = 1 << places
    if away && value < 0 { return -((2 * -value + unit) / (2 * unit)) }
    return (2 * value + unit) >> (places + 1)
  }
}
