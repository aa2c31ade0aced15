/// How a kernel turns 32-bit sums into bytes.
@frozen @usableFromInline package enum Epilogue: UInt8, Sendable {
  /// Flavour E: times a `float32` scale, rounded to nearest with ties to even.
  case scaled
  /// Flavour D for channels that shift to the right by 1 to 31.
  case fixed
  /// The sums are written as they are; another pass requantises them.
  case raw
}

/// Requantisation of 32-bit sums to bytes.
///
/// Each array has one element for each packed column.
@frozen @usableFromInline package struct RequantizationQ8 {
  @usableFromInline package var epilogue: Epilogue
  /// The bits of the `float32` scale (`scaled`) or the multiplier in Q0.31 (`fixed`).
  @usableFromInline package var factors: UnsafePointer<Int32>
  /// `2^(shift − 1)` (`fixed` only).
  @usableFromInline package var halves: UnsafePointer<Int32>
  /// Shifts to the right (`fixed` only).
  @usableFromInline package var shifts: UnsafePointer<Int32>
  /// The zero point of the output as an unsigned byte.
  @usableFromInline package var zeroPoint: Int16
  /// The least output as an unsigned byte.
  @usableFromInline package var low: UInt8
  /// The largest output as an unsigned byte.
  @usableFromInline package var high: UInt8
  /// What turns an unsigned byte into the output's: 0x80 for `int8`, 0 for `uint8`.
  @usableFromInline package var flip: UInt8

  package init(
    epilogue: Epilogue, factors: UnsafePointer<Int32>, halves: UnsafePointer<Int32>,
    shifts: UnsafePointer<Int32>, zeroPoint: Int16, low: UInt8, high: UInt8, flip: UInt8
  ) {
    self.epilogue = epilogue
    self.factors = factors
    self.halves = halves
    self.shifts = shifts
    self.zeroPoint = zeroPoint
    self.low = low
    self.high = high
    self.flip = flip
  }
}

/// Flavour D: the high product, shifted to the right with ties away from zero.
///
/// `(v + 2^(s−1) − (v < 0)) >> s` rounds as the definition does for `s ≥ 1` and `|v| < 2^30`.
@inlinable @inline(__always)
package func fixedQ8<V: IntegerISA>(
  _ isa: V.Type, _ sum: V.I, _ factor: V.I, _ half: V.I, _ shift: V.I
) -> V.I {
  let high = V.doublingHigh(sum, factor)
  let sign = high &>> V.I(repeating: 31)
  return V.shiftedRight(high &+ half &+ sign, shift)
}

/// One vector of sums, requantised but not yet narrowed; `raw` sums do not come here.
@inlinable @inline(__always)
package func requantizedQ8<V: IntegerISA>(
  _ isa: V.Type, _ requantization: RequantizationQ8, _ sum: V.I, _ place: Int
) -> V.I {
  let factor = UnsafeRawPointer(requantization.factors + place).loadUnaligned(as: V.I.self)
  if requantization.epilogue == .scaled { return V.scaled(sum, byFloatBits: factor) }
  let half = UnsafeRawPointer(requantization.halves + place).loadUnaligned(as: V.I.self)
  let shift = UnsafeRawPointer(requantization.shifts + place).loadUnaligned(as: V.I.self)
  return fixedQ8(isa, sum, factor, half, shift)
}

/// The end of every 8-bit epilogue: zero point, clamp and the flip to signed bytes.
@frozen @usableFromInline package struct ByteOutput<V: IntegerISA> {
  @usableFromInline let zeroPoint: V.H
  @usableFromInline let low: V.B
  @usableFromInline let high: V.B
  @usableFromInline let flip: V.I

  @inlinable @inline(__always)
  package init(_ isa: V.Type, _ requantization: RequantizationQ8) {
    zeroPoint = V.H(repeating: requantization.zeroPoint)
    low = V.B(repeating: requantization.low)
    high = V.B(repeating: requantization.high)
    flip = V.I(repeating: Int32(requantization.flip) &* 0x0101_0101)
  }

  /// Clamping after both saturations equals the definition's clamping before the rounding, since
  /// the limits are integers.
  @inlinable @inline(__always)
  package func bytes(_ isa: V.Type, _ a: V.H, _ b: V.H) -> V.B {
    let bytes = V.narrowed(V.addSaturating(a, zeroPoint), V.addSaturating(b, zeroPoint))
    // The flip works on words, since the compiler tears an exclusive or of bytes apart when a
    // shuffle follows it.
    let words = unsafeBitCast(V.min(V.max(bytes, low), high), to: V.I.self) ^ flip
    return unsafeBitCast(words, to: V.B.self)
  }
}
