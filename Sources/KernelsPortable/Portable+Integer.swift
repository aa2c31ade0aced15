internal import SwiftletSIMD

#if arch(x86_64)
internal import _Builtin_intrinsics.intel
#endif

extension Portable {
  package typealias I = SIMD4<Int32>
  package typealias H = SIMD8<Int16>
  package typealias Narrow = Portable
  package typealias B = SIMD16<UInt8>

  package static var activationsPerWord: Int { 2 }

  @inline(__always) package static func dot(_ sum: I, _ activations: I, _ weights: I) -> I {
    dotPairs(sum, activations, weights)
  }

  @inline(__always) package static func shiftedRight(_ value: I, _ counts: I) -> I {
    value &>> counts
  }
}

// MARK: Stores

extension Portable {
  @inline(__always) package static func store(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    if count >= 16 {
      UnsafeMutableRawPointer(output).storeBytes(of: value, as: B.self)
    } else {
      storePart(value, output, count: count)
    }
  }

  @inline(__always) package static func storeLowHalf(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    storePart(unsafeBitCast(value, to: SIMD2<Int64>.self)[0], output, count: count)
  }

  @inline(__always) package static func storeHalves(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    let halves = unsafeBitCast(value, to: SIMD2<Int64>.self)
    storePart(halves[0], first, count: count)
    storePart(halves[1], second, count: count)
  }

  @inline(__always) package static func storeQuarters(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    _ third: UnsafeMutablePointer<UInt8>, _ fourth: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let quarters = unsafeBitCast(value, to: SIMD4<Int32>.self)
    let four = count < 4 ? count : 4
    storePart(Int64(quarters[0]), first, count: four)
    storePart(Int64(quarters[1]), second, count: four)
    storePart(Int64(quarters[2]), third, count: four)
    storePart(Int64(quarters[3]), fourth, count: four)
  }
}

#if arch(x86_64)

// MARK: SSE2

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

#else

// MARK: Plain Swift

extension Portable {
  @inline(__always) package static func dotPairs(_ sum: I, _ a: I, _ b: I) -> I {
    let sixteen = I(repeating: 16)
    let low = ((a &<< sixteen) &>> sixteen) &* ((b &<< sixteen) &>> sixteen)
    return sum &+ low &+ (a &>> sixteen) &* (b &>> sixteen)
  }

  @inline(__always) package static func scaled(_ value: I, byFloatBits factor: I) -> I {
    // Within ±2^30 every conversion is defined, and beyond it narrowing saturates all the same.
    let limit = F(repeating: 0x1p30)
    let product = F(value) * unsafeBitCast(factor, to: F.self)
    let clamped = max(-limit, min(limit, product))
    return I(clamped.rounded(.toNearestOrEven))
  }

  @inline(__always) package static func doublingHigh(_ value: I, _ multiplier: I) -> I {
    let wide =
      SIMD4<Int64>(truncatingIfNeeded: value) &* SIMD4<Int64>(truncatingIfNeeded: multiplier)
    let rounded = (wide &+ SIMD4<Int64>(repeating: 1 &<< 30)) &>> SIMD4<Int64>(repeating: 31)
    return I(truncatingIfNeeded: rounded)
  }

  @inline(__always) package static func narrowed(_ a: I, _ b: I) -> H {
    H(clamping: SIMD8<Int32>(lowHalf: a, highHalf: b))
  }

  @inline(__always) package static func narrowed(_ a: H, _ b: H) -> B {
    B(clamping: SIMD16<Int16>(lowHalf: a, highHalf: b))
  }

  @inline(__always) package static func addSaturating(_ a: H, _ b: H) -> H {
    H(clamping: SIMD8<Int32>(truncatingIfNeeded: a) &+ SIMD8<Int32>(truncatingIfNeeded: b))
  }

  @inline(__always) package static func max(_ a: B, _ b: B) -> B {
    b.replacing(with: a, where: a .> b)
  }

  @inline(__always) package static func min(_ a: B, _ b: B) -> B {
    b.replacing(with: a, where: a .< b)
  }

  @inline(__always) package static func widened(
    _ bytes: UnsafeRawPointer, flip: H, zeroPoint: H
  ) -> H {
    (H(truncatingIfNeeded: bytes.loadUnaligned(as: SIMD8<UInt8>.self)) ^ flip) &- zeroPoint
  }

  @inline(__always) package static func interleavedLow(_ a: H, _ b: H) -> I {
    interleaved(a.lowHalf, b.lowHalf)
  }

  @inline(__always) package static func interleavedHigh(_ a: H, _ b: H) -> I {
    interleaved(a.highHalf, b.highHalf)
  }

  @inline(__always) package static func interleaved(
    _ a: B, _ b: B, _ c: B, _ d: B
  ) -> (I, I, I, I) {
    (
      words(a.lowHalf.lowHalf, b.lowHalf.lowHalf, c.lowHalf.lowHalf, d.lowHalf.lowHalf),
      words(a.lowHalf.highHalf, b.lowHalf.highHalf, c.lowHalf.highHalf, d.lowHalf.highHalf),
      words(a.highHalf.lowHalf, b.highHalf.lowHalf, c.highHalf.lowHalf, d.highHalf.lowHalf),
      words(a.highHalf.highHalf, b.highHalf.highHalf, c.highHalf.highHalf, d.highHalf.highHalf)
    )
  }

  @inline(__always) private static func words(
    _ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>, _ c: SIMD4<UInt8>, _ d: SIMD4<UInt8>
  ) -> I {
    I(truncatingIfNeeded: a) | (I(truncatingIfNeeded: b) &<< I(repeating: 8))
      | (I(truncatingIfNeeded: c) &<< I(repeating: 16))
      | (I(truncatingIfNeeded: d) &<< I(repeating: 24))
  }

  @inline(__always)
  private static func interleaved(_ a: SIMD4<Int16>, _ b: SIMD4<Int16>) -> I {
    let low = I(truncatingIfNeeded: SIMD4<UInt16>(truncatingIfNeeded: a))
    return low | (I(truncatingIfNeeded: b) &<< I(repeating: 16))
  }
}

#endif
