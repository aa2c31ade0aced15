#if !arch(x86_64)
// The operations of other architectures in plain Swift.

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
