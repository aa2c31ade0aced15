internal import SwiftletSIMD
internal import _Builtin_intrinsics.intel

// MARK: Products

extension AVX512 {
  package typealias I = SIMD16<Int32>
  package typealias H = SIMD32<Int16>
  package typealias Narrow = AVX512Half
  package typealias B = SIMD64<UInt8>

  package static var activationsPerWord: Int { 4 }

  @inline(__always) package static func dot(_ sum: I, _ activations: I, _ weights: I) -> I {
    _mm512_dpbusd_epi32(sum.bits, activations.bits, weights.bits).lanes32
  }

  @inline(__always) package static func dotPairs(_ sum: I, _ a: I, _ b: I) -> I {
    _mm512_dpwssd_epi32(sum.bits, a.bits, b.bits).lanes32
  }
}

// MARK: Requantisation

extension AVX512 {
  @inline(__always) package static func scaled(_ value: I, byFloatBits factor: I) -> I {
    let product = _mm512_cvtepi32_ps(value.bits) * unsafeBitCast(factor, to: F.self)
    return _mm512_cvtps_epi32(product).lanes32
  }

  @inline(__always) package static func doublingHigh(_ value: I, _ multiplier: I) -> I {
    let half = SIMD8<Int64>(repeating: 1 &<< 30)
    let even = _mm512_mul_epi32(value.bits, multiplier.bits) &+ half
    let odd =
      _mm512_mul_epi32(
        _mm512_srli_epi64(value.bits, 32), _mm512_srli_epi64(multiplier.bits, 32)) &+ half
    return _mm512_mask_blend_epi32(
      0xAAAA, _mm512_srli_epi64(even, 31), _mm512_slli_epi64(odd, 1)
    ).lanes32
  }

  @inline(__always) package static func shiftedRight(_ value: I, _ counts: I) -> I {
    _mm512_srav_epi32(value.bits, counts.bits).lanes32
  }
}

// MARK: Narrowing and widening

extension AVX512 {
  @inline(__always) package static func narrowed(_ a: I, _ b: I) -> H {
    unsafeBitCast(_mm512_packs_epi32(a.bits, b.bits), to: H.self)
  }

  @inline(__always) package static func narrowed(_ a: H, _ b: H) -> B {
    unsafeBitCast(_mm512_packus_epi16(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func addSaturating(_ a: H, _ b: H) -> H {
    unsafeBitCast(_mm512_adds_epi16(a.bits, b.bits), to: H.self)
  }

  @inline(__always) package static func max(_ a: B, _ b: B) -> B {
    unsafeBitCast(_mm512_max_epu8(a.bits, b.bits), to: B.self)
  }

  @inline(__always) package static func min(_ a: B, _ b: B) -> B {
    unsafeBitCast(_mm512_min_epu8(a.bits, b.bits), to: B.self)
  }

  // By intrinsics, since `^` and `&-` on 32 lanes of 16 bits become many instructions.
  @inline(__always) package static func widened(
    _ bytes: UnsafeRawPointer, flip: H, zeroPoint: H
  ) -> H {
    let wide = _mm512_cvtepu8_epi16(bytes.loadUnaligned(as: SIMD4<Int64>.self))
    return unsafeBitCast(_mm512_sub_epi16(wide ^ flip.bits, zeroPoint.bits), to: H.self)
  }

  @inline(__always) package static func interleavedLow(_ a: H, _ b: H) -> I {
    _mm512_unpacklo_epi16(a.bits, b.bits).lanes32
  }

  @inline(__always) package static func interleavedHigh(_ a: H, _ b: H) -> I {
    _mm512_unpackhi_epi16(a.bits, b.bits).lanes32
  }

  @inline(__always) package static func interleaved(
    _ a: B, _ b: B, _ c: B, _ d: B
  ) -> (I, I, I, I) {
    let firstLow = _mm512_unpacklo_epi8(a.bits, b.bits)
    let firstHigh = _mm512_unpackhi_epi8(a.bits, b.bits)
    let secondLow = _mm512_unpacklo_epi8(c.bits, d.bits)
    let secondHigh = _mm512_unpackhi_epi8(c.bits, d.bits)
    return (
      _mm512_unpacklo_epi16(firstLow, secondLow).lanes32,
      _mm512_unpackhi_epi16(firstLow, secondLow).lanes32,
      _mm512_unpacklo_epi16(firstHigh, secondHigh).lanes32,
      _mm512_unpackhi_epi16(firstHigh, secondHigh).lanes32
    )
  }
}

// MARK: Packing

extension AVX512 {
  @inline(__always) package static func transposed(
    _ a: I, _ b: I, _ c: I, _ d: I
  ) -> (I, I, I, I) {
    let firstLow = _mm512_unpacklo_epi32(a.bits, b.bits)
    let firstHigh = _mm512_unpackhi_epi32(a.bits, b.bits)
    let secondLow = _mm512_unpacklo_epi32(c.bits, d.bits)
    let secondHigh = _mm512_unpackhi_epi32(c.bits, d.bits)
    return (
      _mm512_unpacklo_epi64(firstLow, secondLow).lanes32,
      _mm512_unpackhi_epi64(firstLow, secondLow).lanes32,
      _mm512_unpacklo_epi64(firstHigh, secondHigh).lanes32,
      _mm512_unpackhi_epi64(firstHigh, secondHigh).lanes32
    )
  }

  @inline(__always) package static func storeBlocks(
    _ value: I, _ output: UnsafeMutableRawPointer, stride: Int, count: Int
  ) {
    guard count > 0 else { return }
    output.storeBytes(of: value.lowHalf.lowHalf, as: SIMD4<Int32>.self)
    guard count > 1 else { return }
    (output + stride).storeBytes(of: value.lowHalf.highHalf, as: SIMD4<Int32>.self)
    guard count > 2 else { return }
    (output + 2 &* stride).storeBytes(of: value.highHalf.lowHalf, as: SIMD4<Int32>.self)
    guard count > 3 else { return }
    (output + 3 &* stride).storeBytes(of: value.highHalf.highHalf, as: SIMD4<Int32>.self)
  }

  @inline(__always) package static func load(_ bytes: UnsafeRawPointer, count: Int) -> I {
    _mm512_maskz_loadu_epi8(firstBits(count), bytes).lanes32
  }

  @inline(__always) package static func firstBytes(_ count: Int) -> I {
    _mm512_movm_epi8(firstBits(count)).lanes32
  }

  /// As many bits as there are bytes, up to 64.
  @inline(__always) private static func firstBits(_ count: Int) -> UInt64 {
    UInt64.max &>> UInt64(truncatingIfNeeded: 64 &- count)
  }
}

// MARK: Stores

extension AVX512 {
  @inline(__always) package static func store(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    if count >= 64 {
      UnsafeMutableRawPointer(output).storeBytes(of: value, as: B.self)
    } else {
      _mm512_mask_storeu_epi8(output, (1 &<< UInt64(truncatingIfNeeded: count)) &- 1, value.bits)
    }
  }

  @inline(__always) package static func storeLowHalf(
    _ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let bits = _mm512_permutexvar_epi64(SIMD8<Int64>(0, 2, 4, 6, 0, 2, 4, 6), value.bits)
    if count >= 32 {
      UnsafeMutableRawPointer(output).storeBytes(of: bits.lowHalf, as: SIMD4<Int64>.self)
    } else {
      let mask = (1 &<< UInt32(truncatingIfNeeded: count)) &- 1
      _mm256_mask_storeu_epi8(output, mask, bits.lowHalf)
    }
  }

  @inline(__always) package static func storeHalves(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    count: Int
  ) {
    let bits = _mm512_permutexvar_epi64(SIMD8<Int64>(0, 2, 4, 6, 1, 3, 5, 7), value.bits)
    if count >= 32 {
      UnsafeMutableRawPointer(first).storeBytes(of: bits.lowHalf, as: SIMD4<Int64>.self)
      UnsafeMutableRawPointer(second).storeBytes(of: bits.highHalf, as: SIMD4<Int64>.self)
    } else {
      let mask = (1 &<< UInt32(truncatingIfNeeded: count)) &- 1
      _mm256_mask_storeu_epi8(first, mask, bits.lowHalf)
      _mm256_mask_storeu_epi8(second, mask, bits.highHalf)
    }
  }

  @inline(__always) package static func storeQuarters(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    _ third: UnsafeMutablePointer<UInt8>, _ fourth: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    let order = SIMD16<Int32>(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15)
    let bits = _mm512_permutexvar_epi32(order.bits, value.bits)
    if count >= 16 {
      UnsafeMutableRawPointer(first).storeBytes(of: bits.lowHalf.lowHalf, as: SIMD2<Int64>.self)
      UnsafeMutableRawPointer(second).storeBytes(of: bits.lowHalf.highHalf, as: SIMD2<Int64>.self)
      UnsafeMutableRawPointer(third).storeBytes(of: bits.highHalf.lowHalf, as: SIMD2<Int64>.self)
      UnsafeMutableRawPointer(fourth).storeBytes(of: bits.highHalf.highHalf, as: SIMD2<Int64>.self)
    } else {
      let mask = UInt16(truncatingIfNeeded: (1 &<< count) &- 1)
      _mm_mask_storeu_epi8(first, mask, bits.lowHalf.lowHalf)
      _mm_mask_storeu_epi8(second, mask, bits.lowHalf.highHalf)
      _mm_mask_storeu_epi8(third, mask, bits.highHalf.lowHalf)
      _mm_mask_storeu_epi8(fourth, mask, bits.highHalf.highHalf)
    }
  }
}

// MARK: Bits

extension SIMD16<Int32> {
  @inline(__always) fileprivate var bits: SIMD8<Int64> {
    unsafeBitCast(self, to: SIMD8<Int64>.self)
  }
}

extension SIMD32<Int16> {
  @inline(__always) fileprivate var bits: SIMD8<Int64> {
    unsafeBitCast(self, to: SIMD8<Int64>.self)
  }
}

extension SIMD64<UInt8> {
  @inline(__always) fileprivate var bits: SIMD8<Int64> {
    unsafeBitCast(self, to: SIMD8<Int64>.self)
  }
}

extension SIMD8<Int64> {
  @inline(__always) fileprivate var lanes32: SIMD16<Int32> {
    unsafeBitCast(self, to: SIMD16<Int32>.self)
  }
}
