internal import _Builtin_intrinsics.intel

extension AVX512 {
  @inline(__always) package static var gemmVectors: Int { 4 }

  @inline(__always) package static func store(
    _ value: F, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    let mask = UInt16(truncatingIfNeeded: (1 &<< count) &- 1)
    _mm512_mask_storeu_ps(output, mask, value)
  }
}
