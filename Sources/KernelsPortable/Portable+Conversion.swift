internal import SwiftletSIMD

#if arch(x86_64)
internal import _Builtin_intrinsics.intel
#endif

extension Portable {
  @inline(__always) package static func rounded(_ a: F) -> F {
    // Adding 2^23 leaves no room for a fraction; larger values have none.
    let magnitude = a.replacing(with: -a, where: a .< 0)
    let whole = (magnitude + 0x1p23) - 0x1p23
    let signed = whole.replacing(with: -whole, where: a .< 0)
    return a.replacing(with: signed, where: magnitude .< 0x1p23)
  }

  @inline(__always) package static func truncated(_ a: F) -> F {
    let nearest = rounded(a)
    let lower = nearest.replacing(with: nearest - 1, where: (nearest .> a) .& (a .>= 0))
    return lower.replacing(with: nearest + 1, where: (nearest .< a) .& (a .< 0))
  }

  @inline(__always) package static func max(_ a: I, _ b: I) -> I {
    b.replacing(with: a, where: a .> b)
  }

  @inline(__always) package static func min(_ a: I, _ b: I) -> I {
    b.replacing(with: a, where: a .< b)
  }

  // On concrete types, since comparisons of generic vectors become a loop over the lanes.
  @inline(__always) package static func less(_ a: F, _ b: F, then x: F, else y: F) -> F {
    y.replacing(with: x, where: a .< b)
  }

  @inline(__always) package static func equal(_ a: F, _ b: F, then x: F, else y: F) -> F {
    y.replacing(with: x, where: a .== b)
  }

  @inline(__always) package static func widenedBytes(_ source: UnsafeRawPointer) -> I {
    I(truncatingIfNeeded: source.loadUnaligned(as: SIMD4<UInt8>.self))
  }

  @inline(__always)
  package static func storeBytes(_ a: I, _ target: UnsafeMutableRawPointer) {
    target.storeBytes(of: SIMD4<UInt8>(truncatingIfNeeded: a), as: SIMD4<UInt8>.self)
  }

  @inline(__always) package static func widenedShorts(_ source: UnsafeRawPointer) -> I {
    I(truncatingIfNeeded: source.loadUnaligned(as: SIMD4<Int16>.self))
  }

  @inline(__always)
  package static func storeShorts(_ a: I, _ target: UnsafeMutableRawPointer) {
    target.storeBytes(of: SIMD4<Int16>(truncatingIfNeeded: a), as: SIMD4<Int16>.self)
  }

  #if arch(x86_64)
  @inline(__always) package static func squareRoot(_ a: F) -> F { _mm_sqrt_ps(a) }

  @inline(__always) package static func integers(_ a: F) -> I {
    unsafeBitCast(_mm_cvtps_epi32(a), to: I.self)
  }

  @inline(__always) package static func floats(_ a: I) -> F {
    _mm_cvtepi32_ps(unsafeBitCast(a, to: __m128i.self))
  }
  #else
  @inline(__always) package static func squareRoot(_ a: F) -> F { a.squareRoot() }

  @inline(__always) package static func integers(_ a: F) -> I {
    // The float whose last bit counts ones holds the integer in its significand.
    unsafeBitCast(a + 0x1.8p23, to: I.self) &- I(repeating: 0x4B40_0000)
  }

  @inline(__always) package static func floats(_ a: I) -> F { F(a) }
  #endif
}
