internal import _Builtin_intrinsics.intel

extension AVX2 {
  package typealias Half = SIMD4<Float>

  @inline(__always) package static var gemmVectors: Int { 2 }

  @inline(__always) package static var gemmHalves: Bool { false }

  @inline(__always) package static func store(
    _ value: F, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let lane = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let mask = _mm256_cmpgt_epi32(
      _mm256_set1_epi32(Int32(truncatingIfNeeded: count)),
      unsafeBitCast(lane, to: SIMD4<Int64>.self))
    _mm256_maskstore_ps(output, mask, value)
  }

  @inline(__always) package static func lowHalf(_ value: F) -> Half { value.lowHalf }

  @inline(__always) package static func fma(_ a: Half, _ b: Half, _ c: Half) -> Half {
    _mm_fmadd_ps(a, b, c)
  }

  @inline(__always) package static func clamped(_ value: Half, _ low: F, _ high: F) -> Half {
    _mm_min_ps(high.lowHalf, _mm_max_ps(low.lowHalf, value))
  }

  @inline(__always) package static func store(
    _ value: Half, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let lane = SIMD4<Int32>(0, 1, 2, 3)
    let mask = _mm_cmpgt_epi32(
      _mm_set1_epi32(Int32(truncatingIfNeeded: count)),
      unsafeBitCast(lane, to: SIMD2<Int64>.self))
    _mm_maskstore_ps(output, mask, value)
  }
}
