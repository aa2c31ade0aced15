internal import _Builtin_intrinsics.intel

extension AVX2 {
  @inline(__always) package static var gemmVectors: Int { 2 }

  @inline(__always) package static func store(
    _ value: F, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let lane = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let mask = _mm256_cmpgt_epi32(
      _mm256_set1_epi32(Int32(truncatingIfNeeded: count)),
      unsafeBitCast(lane, to: SIMD4<Int64>.self))
    _mm256_maskstore_ps(output, mask, value)
  }
}
