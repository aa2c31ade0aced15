#if arch(x86_64)
internal import _Builtin_intrinsics.intel

extension Portable {
  @inline(__always) package static func dotPairs(_ sum: I, _ a: I, _ b: I) -> I {
    sum &+ _mm_madd_epi16(a.bits, b.bits).lanes32
  }

  @inline(__always) package static func scaled(_ value: I, byFloatBits factor: I) -> I {
    let product = _mm_cvtepi32_ps(value.bits) * unsafeBitCast(factor, to: F.self)
    return _mm_cvtps_epi32(product).lanes32
  }

  @inline(__always) package static func doublingHigh(_ value: I, _ multiplier: I) -> I {
    // SSE2 multiplies only unsigned integers: a negative value counts as value + 2^32, which adds
    // multiplier · 2^32 to the product.
    let half = SIMD2<Int64>(repeating: 1 &<< 30)
    let upper = SIMD2<Int64>(repeating: -1 &<< 32)
    let excess = ((value &>> I(repeating: 31)) & multiplier).bits
    let even =
      _mm_mul_epu32(value.bits, multiplier.bits) &- _mm_slli_epi64(excess, 32) &+ half
    let odd =
      _mm_mul_epu32(_mm_srli_epi64(value.bits, 32), _mm_srli_epi64(multiplier.bits, 32))
      &- (excess & upper) &+ half
    return ((_mm_srli_epi64(even, 31) & ~upper) | (_mm_slli_epi64(odd, 1) & upper)).lanes32
  }

  @inline(__always) package static func narrowed(_ a: I, _ b: I) -> H {
    unsafeBitCast(_mm_packs_epi32(a.bits, b.bits), to: H.self)
  }

  @inline(__always) package static func narrowed(_ a: H, _ b: H) -> B {
    unsafeBitCast(_mm_packus_epi16(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func addSaturating(_ a: H, _ b: H) -> H {
    unsafeBitCast(_mm_adds_epi16(a.bits, b.bits), to: H.self)
  }

  @inline(__always) package static func max(_ a: B, _ b: B) -> B {
    unsafeBitCast(_mm_max_epu8(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func min(_ a: B, _ b: B) -> B {
    unsafeBitCast(_mm_min_epu8(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func widened(
    _ bytes: UnsafeRawPointer, flip: H, zeroPoint: H
  ) -> H {
    let low = SIMD2<Int64>(bytes.loadUnaligned(as: Int64.self), 0)
    let wide = unsafeBitCast(_mm_unpacklo_epi8(low, SIMD2<Int64>()), to: H.self)
    return (wide ^ flip) &- zeroPoint
  }

  @inline(__always) package static func interleavedLow(_ a: H, _ b: H) -> I {
    _mm_unpacklo_epi16(a.bits, b.bits).lanes32
  }

  @inline(__always) package static func interleavedHigh(_ a: H, _ b: H) -> I {
    _mm_unpackhi_epi16(a.bits, b.bits).lanes32
  }

  @inline(__always) package static func interleaved(
    _ a: B, _ b: B, _ c: B, _ d: B
  ) -> (I, I, I, I) {
    let firstLow = _mm_unpacklo_epi8(a.bits, b.bits)
    let firstHigh = _mm_unpackhi_epi8(a.bits, b.bits)
    let secondLow = _mm_unpacklo_epi8(c.bits, d.bits)
    let secondHigh = _mm_unpackhi_epi8(c.bits, d.bits)
    return (
      _mm_unpacklo_epi16(firstLow, secondLow).lanes32,
      _mm_unpackhi_epi16(firstLow, secondLow).lanes32,
      _mm_unpacklo_epi16(firstHigh, secondHigh).lanes32,
      _mm_unpackhi_epi16(firstHigh, secondHigh).lanes32
    )
  }
}

extension SIMD4<Int32> {
  @inline(__always) fileprivate var bits: SIMD2<Int64> {
    unsafeBitCast(self, to: SIMD2<Int64>.self)
  }
}

extension SIMD8<Int16> {
  @inline(__always) fileprivate var bits: SIMD2<Int64> {
    unsafeBitCast(self, to: SIMD2<Int64>.self)
  }
}

extension SIMD16<UInt8> {
  @inline(__always) fileprivate var bits: SIMD2<Int64> {
    unsafeBitCast(self, to: SIMD2<Int64>.self)
  }
}

extension SIMD2<Int64> {
  @inline(__always) fileprivate var lanes32: SIMD4<Int32> {
    unsafeBitCast(self, to: SIMD4<Int32>.self)
  }
}
#endif
