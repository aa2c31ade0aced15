/// `½ · x · erfc(−x / √2)`, within 2^−23 of the exact value relative to `x`.
///
/// The polynomials are N. Juffa's for `erf`: one around 0, one for `ln erfc` beyond.
@inlinable @inline(__always)
package func geluF32<V: VectorISA>(_ isa: V.Type, _ x: V.F) -> V.F {
  let zero = V.F(repeating: 0)
  let z = x * 0.707_106_78
  let square = z * z
  var near = V.F(repeating: -5.967_617_03e-4)
  near = V.fma(near, square, V.F(repeating: 4.991_194_23e-3))
  near = V.fma(near, square, V.F(repeating: -2.676_813_49e-2))
  near = V.fma(near, square, V.F(repeating: 1.128_199_25e-1))
  near = V.fma(near, square, V.F(repeating: -3.761_253_36e-1))
  near = V.fma(near, square, V.F(repeating: 1.283_791_66e-1))
  let central = 1 + V.fma(near, z, z)
  // Beyond 10 nothing is left of the tail, and the polynomial need not be followed.
  let t = V.min(V.less(z, zero, then: -z, else: z), V.F(repeating: 10))
  var far = V.fma(V.F(repeating: -1.728_534_7e-5), t, V.F(repeating: 3.831_971_26e-4))
  let middle = V.fma(V.F(repeating: -3.883_964_38e-3), t, V.F(repeating: 2.425_462_19e-2))
  far = V.fma(far, t * t, middle)
  far = V.fma(far, t, V.F(repeating: -1.067_778_77e-1))
  far = V.fma(far, t, V.F(repeating: -6.348_466_87e-1))
  far = V.fma(far, t, V.F(repeating: -1.287_175_12e-1))
  far = V.fma(far, t, -t)
  let tail = expF32(V.self, far)
  let outer = V.less(z, zero, then: tail, else: 2 - tail)
  let twice = V.less(V.F(repeating: 0.927_734_375), t, then: outer, else: central)
  return 0.5 * x * twice
}
