internal import SwiftletSIMD
internal import _Builtin_intrinsics.intel

// MARK: Products

extension AVX2 {
  package typealias I = SIMD8<Int32>
  package typealias H = SIMD16<Int16>
  package typealias Narrow = AVX2
  package typealias B = SIMD32<UInt8>

  package static var activationsPerWord: Int { 2 }

  @inline(__always) package static func dot(_ sum: I, _ activations: I, _ weights: I) -> I {
    dotPairs(sum, activations, weights)
  }

  @inline(__always) package static func dotPairs(_ sum: I, _ a: I, _ b: I) -> I {
    sum &+ _mm256_madd_epi16(a.bits, b.bits).lanes32
  }
}

// MARK: Requantisation

extension AVX2 {
  @inline(__always) package static func scaled(_ value: I, byFloatBits factor: I) -> I {
    let product = _mm256_cvtepi32_ps(value.bits) * unsafeBitCast(factor, to: F.self)
    return _mm256_cvtps_epi32(product).lanes32
  }

  @inline(__always) package static func doublingHigh(_ value: I, _ multiplier: I) -> I {
    let half = SIMD4<Int64>(repeating: 1 &<< 30)
    let even = _mm256_mul_epi32(value.bits, multiplier.bits) &+ half
    let odd =
      _mm256_mul_epi32(
        _mm256_srli_epi64(value.bits, 32), _mm256_srli_epi64(multiplier.bits, 32)) &+ half
    return _mm256_blendv_epi8(
      _mm256_srli_epi64(even, 31), _mm256_slli_epi64(odd, 1),
      SIMD4<Int64>(repeating: -1 &<< 32)
    ).lanes32
  }

  @inline(__always) package static func shiftedRight(_ value: I, _ counts: I) -> I {
    _mm256_srav_epi32(value.bits, counts.bits).lanes32
  }
}

// MARK: Narrowing and widening

extension AVX2 {
  @inline(__always) package static func narrowed(_ a: I, _ b: I) -> H {
    unsafeBitCast(_mm256_packs_epi32(a.bits, b.bits), to: H.self)
  }

  @inline(__always) package static func narrowed(_ a: H, _ b: H) -> B {
    unsafeBitCast(_mm256_packus_epi16(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func addSaturating(_ a: H, _ b: H) -> H {
    unsafeBitCast(_mm256_adds_epi16(a.bits, b.bits), to: H.self)
  }

  @inline(__always) package static func max(_ a: B, _ b: B) -> B {
    unsafeBitCast(_mm256_max_epu8(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func min(_ a: B, _ b: B) -> B {
    unsafeBitCast(_mm256_min_epu8(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func widened(
    _ bytes: UnsafeRawPointer, flip: H, zeroPoint: H
  ) -> H {
    let wide = _mm256_cvtepu8_epi16(bytes.loadUnaligned(as: SIMD2<Int64>.self))
    return unsafeBitCast(_mm256_sub_epi16(wide ^ flip.bits, zeroPoint.bits), to: H.self)
  }

  @inline(__always) package static func interleavedLow(_ a: H, _ b: H) -> I {
    _mm256_unpacklo_epi16(a.bits, b.bits).lanes32
  }

  @inline(__always) package static func interleavedHigh(_ a: H, _ b: H) -> I {
    _mm256_unpackhi_epi16(a.bits, b.bits).lanes32
  }

  @inline(__always) package static func interleaved(
    _ a: B, _ b: B, _ c: B, _ d: B
  ) -> (I, I, I, I) {
    let firstLow = _mm256_unpacklo_epi8(a.bits, b.bits)
    let firstHigh = _mm256_unpackhi_epi8(a.bits, b.bits)
    let secondLow = _mm256_unpacklo_epi8(c.bits, d.bits)
    let secondHigh = _mm256_unpackhi_epi8(c.bits, d.bits)
    return (
      _mm256_unpacklo_epi16(firstLow, secondLow).lanes32,
      _mm256_unpackhi_epi16(firstLow, secondLow).lanes32,
      _mm256_unpacklo_epi16(firstHigh, secondHigh).lanes32,
      _mm256_unpackhi_epi16(firstHigh, secondHigh).lanes32
    )
  }
}

// MARK: Stores

extension AVX2 {
  @inline(__always) package static func store(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let (low, high) = halves(value)
    if count >= 32 {
      UnsafeMutableRawPointer(output).storeBytes(of: value, as: B.self)
    } else if count >= 16 {
      UnsafeMutableRawPointer(output).storeBytes(of: low, as: SIMD16<UInt8>.self)
      storePart(high, output + 16, count: count &- 16)
    } else {
      storePart(low, output, count: count)
    }
  }

  @inline(__always) package static func storeLowHalf(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let words = unsafeBitCast(value, to: SIMD4<Int64>.self)
    let bytes = unsafeBitCast(SIMD2<Int64>(words[0], words[2]), to: SIMD16<UInt8>.self)
    if count >= 16 {
      UnsafeMutableRawPointer(output).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
    } else {
      storePart(bytes, output, count: count)
    }
  }

  @inline(__always) package static func storeHalves(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    let order = SIMD8<Int32>(0, 1, 4, 5, 2, 3, 6, 7)
    let bits = _mm256_permutevar8x32_epi32(value.bits, order.bits)
    let (low, high) = halves(unsafeBitCast(bits, to: B.self))
    if count >= 16 {
      UnsafeMutableRawPointer(first).storeBytes(of: low, as: SIMD16<UInt8>.self)
      UnsafeMutableRawPointer(second).storeBytes(of: high, as: SIMD16<UInt8>.self)
    } else {
      storePart(low, first, count: count)
      storePart(high, second, count: count)
    }
  }

  @inline(__always) package static func storeQuarters(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    _ third: UnsafeMutablePointer<UInt8>, _ fourth: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let order = SIMD8<Int32>(0, 4, 1, 5, 2, 6, 3, 7)
    let bits = _mm256_permutevar8x32_epi32(value.bits, order.bits)
    storePart(bits[0], first, count: count)
    storePart(bits[1], second, count: count)
    storePart(bits[2], third, count: count)
    storePart(bits[3], fourth, count: count)
  }
}

// MARK: Bits

extension AVX2 {
  /// By a cast, since the standard library's `lowHalf` may stay a call that modules share.
  @inline(__always)
  private static func halves(_ value: B) -> (low: SIMD16<UInt8>, high: SIMD16<UInt8>) {
    unsafeBitCast(value, to: (SIMD16<UInt8>, SIMD16<UInt8>).self)
  }
}

extension SIMD8<Int32> {
  @inline(__always) fileprivate var bits: SIMD4<Int64> {
    unsafeBitCast(self, to: SIMD4<Int64>.self)
  }
}

extension SIMD16<Int16> {
  @inline(__always) fileprivate var bits: SIMD4<Int64> {
    unsafeBitCast(self, to: SIMD4<Int64>.self)
  }
}

extension SIMD32<UInt8> {
  @inline(__always) fileprivate var bits: SIMD4<Int64> {
    unsafeBitCast(self, to: SIMD4<Int64>.self)
  }
}

extension SIMD4<Int64> {
  @inline(__always) fileprivate var lanes32: SIMD8<Int32> {
    unsafeBitCast(self, to: SIMD8<Int32>.self)
  }
}
