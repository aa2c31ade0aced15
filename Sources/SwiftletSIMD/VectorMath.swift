// Elementary functions on vectors, each within 2 units in the last place of the exact value.
// The polynomials and the split of ln 2 are those of Cephes.

/// `e^x`; overflows to infinity, underflows gradually to 0, keeps NaN.
@inlinable @inline(__always)
package func expF32<V: VectorISA>(_ isa: V.Type, _ x: V.F) -> V.F {
  let (reduced, exponent) = reducedExponent(V.self, x)
  // Two factors, since 2^−150 and 2^128 are not floats.
  let half = exponent &>> V.I(repeating: 1)
  let result =
    (expMinusOneReduced(V.self, reduced) + 1) * powerOfTwo(V.self, half)
    * powerOfTwo(V.self, exponent &- half)
  return V.equal(x, x, then: result, else: x)
}

/// `e^x − 1`, relatively exact near 0.
@inlinable @inline(__always)
package func expMinusOneF32<V: VectorISA>(_ isa: V.Type, _ x: V.F) -> V.F {
  let (reduced, exponent) = reducedExponent(V.self, V.min(V.F(repeating: 88), x))
  let scale = powerOfTwo(V.self, exponent)
  let result = V.fma(expMinusOneReduced(V.self, reduced), scale, scale - 1)
  // Below −126·ln 2 the scale is not a normal float.
  let small = V.less(
    x, V.F(repeating: -40), then: V.F(repeating: -1), else: result)
  return V.equal(x, x, then: small, else: x)
}

/// `1 / (1 + e^−x)`.
@inlinable @inline(__always)
package func logisticF32<V: VectorISA>(_ isa: V.Type, _ x: V.F) -> V.F {
  let zero = V.F(repeating: 0)
  let power = expF32(V.self, V.less(zero, x, then: -x, else: x))
  let numerator = V.less(x, zero, then: power, else: V.F(repeating: 1))
  return numerator / (power + 1)
}

/// The hyperbolic tangent.
@inlinable @inline(__always)
package func tanhF32<V: VectorISA>(_ isa: V.Type, _ x: V.F) -> V.F {
  let zero = V.F(repeating: 0)
  let magnitude = V.less(x, zero, then: -x, else: x)
  let power = expF32(V.self, magnitude + magnitude)
  let large = 1 - 2 / (power + 1)
  let square = x * x
  var series = V.F(repeating: -5.704_988_727_45e-3)
  series = V.fma(series, square, V.F(repeating: 2.063_908_879_54e-2))
  series = V.fma(series, square, V.F(repeating: -5.373_971_555_31e-2))
  series = V.fma(series, square, V.F(repeating: 1.333_144_220_36e-1))
  series = V.fma(series, square, V.F(repeating: -3.333_328_194_22e-1))
  let small = V.fma(series * square, x, x)
  let signed = V.less(x, zero, then: -large, else: large)
  return V.less(V.F(repeating: 0.625), magnitude, then: signed, else: small)
}

/// The natural logarithm; −∞ at 0, NaN below.
@inlinable @inline(__always)
package func logF32<V: VectorISA>(_ isa: V.Type, _ x: V.F) -> V.F {
  let smallest = V.F(repeating: 0x1p-126)
  let scaled = V.less(x, smallest, then: x * 0x1p23, else: x)
  let bits = unsafeBitCast(scaled, to: V.I.self)
  // The significand is taken in [√½, √2).
  let offset = bits &- V.I(repeating: 0x3F35_04F3)
  let binary = offset &>> V.I(repeating: 23)
  let significand = unsafeBitCast(
    bits &- (binary &<< V.I(repeating: 23)), to: V.F.self)
  var exponent = V.floats(binary)
  exponent = V.less(x, smallest, then: exponent - 23, else: exponent)
  let t = significand - 1
  let square = t * t
  var series = V.F(repeating: 7.037_683_629_2e-2)
  series = V.fma(series, t, V.F(repeating: -1.151_461_031_0e-1))
  series = V.fma(series, t, V.F(repeating: 1.167_699_874_0e-1))
  series = V.fma(series, t, V.F(repeating: -1.242_014_084_6e-1))
  series = V.fma(series, t, V.F(repeating: 1.424_932_278_7e-1))
  series = V.fma(series, t, V.F(repeating: -1.666_805_766_5e-1))
  series = V.fma(series, t, V.F(repeating: 2.000_071_476_5e-1))
  series = V.fma(series, t, V.F(repeating: -2.499_999_399_3e-1))
  series = V.fma(series, t, V.F(repeating: 3.333_333_117_4e-1))
  var low = series * t * square
  low = V.fma(exponent, V.F(repeating: -2.121_944_40e-4), low)
  low = V.fma(square, V.F(repeating: -0.5), low)
  var result = V.fma(exponent, V.F(repeating: 0.693_359_375), t + low)
  let zero = V.F(repeating: 0)
  result = V.equal(x, zero, then: V.F(repeating: -.infinity), else: result)
  result = V.less(x, zero, then: V.F(repeating: .nan), else: result)
  result = V.equal(x, V.F(repeating: .infinity), then: x, else: result)
  return V.equal(x, x, then: result, else: x)
}

/// `x = exponent · ln 2 + reduced`, for `x` moved into −104 … 89.
@inlinable @inline(__always)
package func reducedExponent<V: VectorISA>(
  _ isa: V.Type, _ x: V.F
) -> (reduced: V.F, exponent: V.I) {
  let bounded = V.min(V.max(x, V.F(repeating: -104)), V.F(repeating: 89))
  let exponent = V.rounded(bounded * 1.442_695_04)
  var reduced = V.fma(exponent, V.F(repeating: -0.693_359_375), bounded)
  reduced = V.fma(exponent, V.F(repeating: 2.121_944_40e-4), reduced)
  return (reduced, V.integers(exponent))
}

/// `e^x − 1` for `|x| ≤ ½ ln 2`.
@inlinable @inline(__always)
package func expMinusOneReduced<V: VectorISA>(_ isa: V.Type, _ x: V.F) -> V.F {
  var series = V.F(repeating: 1.987_569_15e-4)
  series = V.fma(series, x, V.F(repeating: 1.398_199_95e-3))
  series = V.fma(series, x, V.F(repeating: 8.333_451_91e-3))
  series = V.fma(series, x, V.F(repeating: 4.166_579_59e-2))
  series = V.fma(series, x, V.F(repeating: 1.666_666_55e-1))
  series = V.fma(series, x, V.F(repeating: 5.000_000_12e-1))
  return V.fma(series, x * x, x)
}

/// `2^exponent` for exponents in −126 … 127.
@inlinable @inline(__always)
package func powerOfTwo<V: VectorISA>(_ isa: V.Type, _ exponent: V.I) -> V.F {
  unsafeBitCast((exponent &+ V.I(repeating: 127)) &<< V.I(repeating: 23), to: V.F.self)
}
