/// A real multiplier as an integer: `value · 2^(exponent − 31)`, with `|value|` in
/// `2^30 ..< 2^31` unless it is 0.
///
/// The integers that a quantised model gives depend on how a product with it is rounded. The
/// letters D, U and Q15 name those ways in `docs/numerics.md`.
package struct FixedPointMultiplier: Sendable, Hashable {
  /// The significand in Q0.31.
  package let value: Int32
  /// The binary exponent; a positive one is a shift to the left.
  package let exponent: Int

  /// The nearest multiplier of a finite real number; below `2^−32` it is 0.
  package init(_ real: Double) {
    guard real != 0, real.isFinite else {
      value = 0
      exponent = 0
      return
    }
    let fraction = real.significand * (real.sign == .minus ? -0.5 : 0.5)
    var scaled = Int64((fraction * 0x1p31).rounded(.toNearestOrAwayFromZero))
    var binary = Int(real.exponent) + 1
    if scaled == 1 << 31 {
      scaled >>= 1
      binary += 1
    }
    guard binary >= -31 else {
      value = 0
      exponent = 0
      return
    }
    value = Int32(scaled)
    exponent = binary
  }

  /// Makes a multiplier of its parts.
  package init(value: Int32, exponent: Int) {
    self.value = value
    self.exponent = exponent
  }

  /// Flavour D: the product is rounded with ties up, then the shift with ties away from zero.
  ///
  /// The shift to the left comes first and wraps, its count taken modulo 32.
  package func applied(to accumulator: Int32) -> Int32 {
    let shifted = accumulator &<< Int32(truncatingIfNeeded: max(exponent, 0))
    return roundingShift(roundingDoublingHigh(shifted, value), by: max(-exponent, 0))
  }

  /// Flavour U: as D, but the shift rounds ties up.
  package func appliedRoundingUp(to accumulator: Int32) -> Int32 {
    let shifted = accumulator &<< Int32(truncatingIfNeeded: max(exponent, 0))
    let high = (Int64(shifted) * Int64(value) + 1 << 30) >> 31
    guard exponent < 0 else { return Int32(truncatingIfNeeded: high) }
    return Int32(truncatingIfNeeded: (high + 1 << (-exponent - 1)) >> -exponent)
  }

  /// Flavour Q15: a sum of 64 bits times the significand cut down to 16 bits, rounded once, ties up.
  ///
  /// What exceeds 32 bits is cut off.
  package func appliedInWords(to accumulator: Int64) -> Int32 {
    let significand = value < 0x7FFF_0000 ? (Int64(value) + 1 << 15) >> 16 : 0x7FFF
    let shift = Int64(15 - exponent)
    let half: Int64 = shift > 0 ? 1 << (shift - 1) : 0
    return Int32(truncatingIfNeeded: (accumulator &* significand &+ half) >> shift)
  }
}

/// The upper 32 bits of `2 · a · b`, rounded to nearest with ties up; `−2^31 · −2^31` saturates.
package func roundingDoublingHigh(_ a: Int32, _ b: Int32) -> Int32 {
  if a == .min, b == .min { return .max }
  let product = Int64(a) * Int64(b)
  return Int32(truncatingIfNeeded: (product + (product >= 0 ? 1 << 30 : 1 - 1 << 30)) / (1 << 31))
}

/// The upper 16 bits of `2 · a · b`, rounded to nearest with ties up; `−2^15 · −2^15` saturates.
package func roundingDoublingHigh(_ a: Int16, _ b: Int16) -> Int16 {
  if a == .min, b == .min { return .max }
  let product = Int32(a) * Int32(b)
  return Int16(truncatingIfNeeded: (product + (product >= 0 ? 1 << 14 : 1 - 1 << 14)) / (1 << 15))
}

/// Half the sum, rounded to nearest with ties away from zero.
package func roundingHalfSum(_ a: Int32, _ b: Int32) -> Int32 {
  let sum = Int64(a) + Int64(b)
  return Int32((sum + (sum >= 0 ? 1 : -1)) / 2)
}

/// `value / 2^exponent`, rounded to nearest with ties away from zero.
///
/// As in the peer's kernels, the mask is cut to the width of the integer, which shows for
/// exponents from that width on.
package func roundingShift<Integer: FixedWidthInteger & SignedInteger>(
  _ value: Integer, by exponent: Int
) -> Integer {
  let mask = Integer(truncatingIfNeeded: (Int64(1) << Int64(exponent)) - 1)
  let threshold = (mask >> 1) + (value < 0 ? 1 : 0)
  return (value >> Integer(exponent)) + (value & mask > threshold ? 1 : 0)
}

extension FixedWidthInteger {
  /// The integer part of a real number, the nearest bound outside the range, 0 for NaN.
  package init<Real: BinaryFloatingPoint>(saturating real: Real) {
    guard !real.isNaN else {
      self = 0
      return
    }
    // `Real(Self.max)` may round up to 2^bits, which does not fit.
    guard real < Real(Self.max) else {
      self = .max
      return
    }
    self = real <= Real(Self.min) ? .min : Self(real)
  }
}
