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
}
