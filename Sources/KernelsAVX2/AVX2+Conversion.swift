internal import SwiftletSIMD
internal import _Builtin_intrinsics.intel

extension AVX2 {
  @inline(__always) package static func rounded(_ a: F) -> F { a.rounded(.toNearestOrEven) }

  @inline(__always) package static func truncated(_ a: F) -> F { a.rounded(.towardZero) }

  @inline(__always) package static func squareRoot(_ a: F) -> F { _mm256_sqrt_ps(a) }

  @inline(__always) package static func integers(_ a: F) -> I {
    unsafeBitCast(_mm256_cvtps_epi32(a), to: I.self)
  }

  @inline(__always) package static func floats(_ a: I) -> F {
    _mm256_cvtepi32_ps(unsafeBitCast(a, to: __m256i.self))
  }

  @inline(__always) package static func max(_ a: I, _ b: I) -> I {
    unsafeBitCast(
      _mm256_max_epi32(unsafeBitCast(a, to: __m256i.self), unsafeBitCast(b, to: __m256i.self)),
      to: I.self)
  }

  @inline(__always) package static func min(_ a: I, _ b: I) -> I {
    unsafeBitCast(
      _mm256_min_epi32(unsafeBitCast(a, to: __m256i.self), unsafeBitCast(b, to: __m256i.self)),
      to: I.self)
  }

  // On concrete types, since comparisons of generic vectors become a loop over the lanes.
  @inline(__always) package static func less(_ a: F, _ b: F, then x: F, else y: F) -> F {
    y.replacing(with: x, where: a .< b)
  }

  @inline(__always) package static func equal(_ a: F, _ b: F, then x: F, else y: F) -> F {
    y.replacing(with: x, where: a .== b)
  }

  @inline(__always) package static func widenedBytes(_ source: UnsafeRawPointer) -> I {
    let bytes = SIMD2<Int64>(source.loadUnaligned(as: Int64.self), 0)
    return unsafeBitCast(_mm256_cvtepu8_epi32(bytes), to: I.self)
  }

  @inline(__always)
  package static func storeBytes(_ a: I, _ target: UnsafeMutableRawPointer) {
    let low = unsafeBitCast(a.lowHalf, to: __m128i.self)
    let high = unsafeBitCast(a.highHalf, to: __m128i.self)
    let words = _mm_packus_epi32(low, high)
    target.storeBytes(of: _mm_packus_epi16(words, words)[0], as: Int64.self)
  }

  @inline(__always) package static func widenedShorts(_ source: UnsafeRawPointer) -> I {
    let shorts = source.loadUnaligned(as: __m128i.self)
    return unsafeBitCast(_mm256_cvtepi16_epi32(shorts), to: I.self)
  }

  @inline(__always)
  package static func storeShorts(_ a: I, _ target: UnsafeMutableRawPointer) {
    let low = unsafeBitCast(a.lowHalf, to: __m128i.self)
    let high = unsafeBitCast(a.highHalf, to: __m128i.self)
    target.storeBytes(of: _mm_packs_epi32(low, high), as: __m128i.self)
  }

  @inline(__always) package static func load(
    _ source: UnsafePointer<Float>, count: Int, fill: Float
  ) -> F {
    let lanes = SIMD8<Int32>(0, 1, 2, 3, 4, 5, 6, 7)
    let count = SIMD8<Int32>(repeating: Int32(truncatingIfNeeded: count))
    let mask = _mm256_cmpgt_epi32(
      unsafeBitCast(count, to: __m256i.self), unsafeBitCast(lanes, to: __m256i.self))
    let loaded = _mm256_maskload_ps(source, mask)
    return _mm256_blendv_ps(F(repeating: fill), loaded, unsafeBitCast(mask, to: F.self))
  }
}
