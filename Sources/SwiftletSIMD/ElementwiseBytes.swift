// Bytes are taken as unsigned: `xor` is 0x80 for signed elements, and every zero point and bound
// of the argument structures is then 128 higher than in the file.

/// The bounds that end every kernel on bytes, in the unsigned domain.
@frozen @usableFromInline package struct ByteRange: Sendable, Hashable {
  /// Added to the rescaled value.
  @usableFromInline package var zeroPoint: Int32
  /// The lowest result.
  @usableFromInline package var low: Int32
  /// The highest result.
  @usableFromInline package var high: Int32
  /// Turns elements into unsigned ones and back.
  @usableFromInline package var xor: UInt8

  /// Makes bounds.
  package init(zeroPoint: Int32, low: Int32, high: Int32, xor: UInt8) {
    self.zeroPoint = zeroPoint
    self.low = low
    self.high = high
    self.xor = xor
  }
}

/// A weighted sum of two bytes with one rounding:
/// `clamp((bias + a · aFactor + b · bFactor) >> shift + zeroPoint)`.
@frozen @usableFromInline package struct WeightedByteSum: Sendable {
  @usableFromInline package var aFactor: Int32
  @usableFromInline package var bFactor: Int32
  /// Half of `2^shift`, less both zero points times their factors.
  @usableFromInline package var bias: Int32
  @usableFromInline package var shift: Int32
  @usableFromInline package var range: ByteRange

  /// Makes the arguments.
  package init(aFactor: Int32, bFactor: Int32, bias: Int32, shift: Int32, range: ByteRange) {
    self.aFactor = aFactor
    self.bFactor = bFactor
    self.bias = bias
    self.shift = shift
    self.range = range
  }
}

/// A multiplier `value · 2^(−31 − shift)` that rounds twice (flavour D).
@frozen @usableFromInline package struct ByteMultiplier: Sendable {
  @usableFromInline package var value: Int32
  /// Positions to the right.
  @usableFromInline package var shift: Int32

  /// Makes a multiplier.
  package init(value: Int32, shift: Int32) {
    self.value = value
    self.shift = shift
  }

  @inlinable @inline(__always)
  package func applied<V: VectorISA>(_ isa: V.Type, _ value: V.I) -> V.I {
    roundingShift(
      V.self, V.doublingHigh(value, V.I(repeating: self.value)), by: shift)
  }
}

/// `clamp(out(a((x − aZero) << 20) ± b((y − bZero) << 20)) + zeroPoint)`, each multiplier in
/// flavour D.
@frozen @usableFromInline package struct RescaledByteSum: Sendable {
  @usableFromInline package var aZero: Int32
  @usableFromInline package var bZero: Int32
  @usableFromInline package var a: ByteMultiplier
  @usableFromInline package var b: ByteMultiplier
  @usableFromInline package var out: ByteMultiplier
  @usableFromInline package var subtracts: Bool
  @usableFromInline package var range: ByteRange

  /// Makes the arguments.
  package init(
    aZero: Int32, bZero: Int32, a: ByteMultiplier, b: ByteMultiplier, out: ByteMultiplier,
    subtracts: Bool, range: ByteRange
  ) {
    self.aZero = aZero
    self.bZero = bZero
    self.a = a
    self.b = b
    self.out = out
    self.subtracts = subtracts
    self.range = range
  }
}

/// `clamp(round((x − aZero) · (y − bZero) · scale) + zeroPoint)`, in `float32` with ties to even
/// (flavour E) or, where there is a multiplier, in flavour D.
@frozen @usableFromInline package struct ByteProduct: Sendable {
  @usableFromInline package var aZero: Int32
  @usableFromInline package var bZero: Int32
  @usableFromInline package var scale: Float
  @usableFromInline package var multiplier: ByteMultiplier?
  @usableFromInline package var range: ByteRange

  /// Makes the arguments.
  package init(
    aZero: Int32, bZero: Int32, scale: Float, multiplier: ByteMultiplier?, range: ByteRange
  ) {
    self.aZero = aZero
    self.bZero = bZero
    self.scale = scale
    self.multiplier = multiplier
    self.range = range
  }
}
