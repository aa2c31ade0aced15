internal import SwiftletSIMD
internal import _Builtin_intrinsics.intel

extension AVX512 {
  @inline(__always) package static func rounded(_ a: F) -> F { a.rounded(.toNearestOrEven) }

  @inline(__always) package static func truncated(_ a: F) -> F { a.rounded(.towardZero) }

  @inline(__always) package static func squareRoot(_ a: F) -> F { _mm512_sqrt_ps(a) }

  @inline(__always) package static func integers(_ a: F) -> I {
    unsafeBitCast(_mm512_cvtps_epi32(a), to: I.self)
  }

  @inline(__always) package static func floats(_ a: I) -> F {
    _mm512_cvtepi32_ps(unsafeBitCast(a, to: __m512i.self))
  }

  @inline(__always) package static func max(_ a: I, _ b: I) -> I {
    unsafeBitCast(
      _mm512_max_epi32(unsafeBitCast(a, to: __m512i.self), unsafeBitCast(b, to: __m512i.self)),
      to: I.self)
  }

  @inline(__always) package static func min(_ a: I, _ b: I) -> I {
    unsafeBitCast(
      _mm512_min_epi32(unsafeBitCast(a, to: __m512i.self), unsafeBitCast(b, to: __m512i.self)),
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
    let bytes = source.loadUnaligned(as: __m128i.self)
    return unsafeBitCast(_mm512_cvtepu8_epi32(bytes), to: I.self)
  }

  @inline(__always)
  package static func storeBytes(_ a: I, _ target: UnsafeMutableRawPointer) {
    let bytes = _mm512_cvtepi32_epi8(unsafeBitCast(a, to: __m512i.self))
    target.storeBytes(of: bytes, as: __m128i.self)
  }

  @inline(__always) package static func widenedShorts(_ source: UnsafeRawPointer) -> I {
    let shorts = source.loadUnaligned(as: __m256i.self)
    return unsafeBitCast(_mm512_cvtepi16_epi32(shorts), to: I.self)
  }

  @inline(__always)
  package static func storeShorts(_ a: I, _ target: UnsafeMutableRawPointer) {
    let shorts = _mm512_cvtepi32_epi16(unsafeBitCast(a, to: __m512i.self))
    target.storeBytes(of: shorts, as: __m256i.self)
  }

  @inline(__always) package static func load(
    _ source: UnsafePointer<Float>, count: Int, fill: Float
  ) -> F {
    _mm512_mask_loadu_ps(F(repeating: fill), UInt16(truncatingIfNeeded: (1 &<< count) &- 1), source)
  }

  @inline(__always) package static func widenedBytes(
    _ source: UnsafePointer<UInt8>, count: Int
  ) -> I {
    let mask = UInt16(truncatingIfNeeded: (1 &<< count) &- 1)
    return unsafeBitCast(_mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(mask, source)), to: I.self)
  }

  @inline(__always) package static func storeBytes(
    _ a: I, _ target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let bytes = _mm512_cvtepi32_epi8(unsafeBitCast(a, to: __m512i.self))
    _mm_mask_storeu_epi8(target, UInt16(truncatingIfNeeded: (1 &<< count) &- 1), bytes)
  }
}
