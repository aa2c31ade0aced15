internal import _Builtin_intrinsics.intel

extension AVX512 {
  package typealias Half = SIMD8<Float>

  @inline(__always) package static var gemmVectors: Int { 4 }

  // Where 512-bit operations pass 256-bit units twice, as on Zen 4, 8 columns of 24 cost a fifth
  // instead of a third; elsewhere halves cost what whole vectors do.
  @inline(__always) package static var gemmHalves: Bool { true }

  @inline(__always) package static func store(
    _ value: F, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let mask = UInt16(truncatingIfNeeded: (1 &<< count) &- 1)
    _mm512_mask_storeu_ps(output, mask, value)
  }

  @inline(__always) package static func lowHalf(_ value: F) -> Half { value.lowHalf }

  @inline(__always) package static func fma(_ a: Half, _ b: Half, _ c: Half) -> Half {
    _mm256_fmadd_ps(a, b, c)
  }

  @inline(__always) package static func clamped(_ value: Half, _ low: F, _ high: F) -> Half {
    _mm256_min_ps(high.lowHalf, _mm256_max_ps(low.lowHalf, value))
  }

  @inline(__always) package static func store(
    _ value: Half, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let mask = UInt8(truncatingIfNeeded: (1 &<< count) &- 1)
    _mm256_mask_storeu_ps(output, mask, value)
  }
}
