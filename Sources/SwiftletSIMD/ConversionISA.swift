/// The side of an instruction set that moves between element types.
@usableFromInline package protocol ConversionISA: FloatISA, IntegerISA {
  /// The nearest integers, ties to even.
  static func rounded(_ a: F) -> F
  /// The integer parts.
  static func truncated(_ a: F) -> F
  /// The square roots, correctly rounded.
  static func squareRoot(_ a: F) -> F
  /// The nearest integers, ties to even, of values in `±2^22`.
  static func integers(_ a: F) -> I
  /// The nearest floats.
  static func floats(_ a: I) -> F
  /// The larger of each pair.
  static func max(_ a: I, _ b: I) -> I
  /// The smaller of each pair.
  static func min(_ a: I, _ b: I) -> I
  /// `a < b ? x : y` for each lane; false where one is NaN.
  static func less(_ a: F, _ b: F, then x: F, else y: F) -> F
  /// `a == b ? x : y` for each lane; false where one is NaN.
  static func equal(_ a: F, _ b: F, then x: F, else y: F) -> F
  /// As many bytes as there are lanes, zero-extended.
  static func widenedBytes(_ source: UnsafeRawPointer) -> I
  /// Writes the lanes, all in `0...255`, as bytes.
  static func storeBytes(_ a: I, _ target: UnsafeMutableRawPointer)
  /// As many 16-bit integers as there are lanes, sign-extended.
  static func widenedShorts(_ source: UnsafeRawPointer) -> I
  /// Writes the lanes, all in the range of 16 bits, as 16-bit integers.
  static func storeShorts(_ a: I, _ target: UnsafeMutableRawPointer)

  /// The first `count` floats at an address, not all lanes, and `fill` in the other lanes.
  static func load(_ source: UnsafePointer<Float>, count: Int, fill: Float) -> F
  /// The first `count` bytes at an address, not all lanes, zero-extended, and 0 in the other lanes.
  static func widenedBytes(_ source: UnsafePointer<UInt8>, count: Int) -> I
  /// Writes the first `count` lanes, all in `0...255`, as bytes, and touches no byte behind them.
  static func storeBytes(_ a: I, _ target: UnsafeMutablePointer<UInt8>, count: Int)
}

// Lane by lane, for sets without masks.
extension ConversionISA {
  @inlinable @inline(__always)
  package static func load(_ source: UnsafePointer<Float>, count: Int, fill: Float) -> F {
    var value = F(repeating: fill)
    var lane = 0
    while lane < count {
      value[lane] = source[lane]
      lane &+= 1
    }
    return value
  }

  @inlinable @inline(__always)
  package static func widenedBytes(_ source: UnsafePointer<UInt8>, count: Int) -> I {
    var value = I(repeating: 0)
    var lane = 0
    while lane < count {
      value[lane] = Int32(truncatingIfNeeded: source[lane])
      lane &+= 1
    }
    return value
  }

  @inlinable @inline(__always)
  package static func storeBytes(_ a: I, _ target: UnsafeMutablePointer<UInt8>, count: Int) {
    var lane = 0
    while lane < count {
      target[lane] = UInt8(truncatingIfNeeded: a[lane])
      lane &+= 1
    }
  }
}

/// The first `count` floats at an address, and `fill` in the other lanes.
@inlinable @inline(__always)
package func loadPartial<V: VectorISA>(
  _ isa: V.Type, _ source: UnsafePointer<Float>, count: Int, fill: Float = 0
) -> V.F {
  V.load(source, count: count, fill: fill)
}

/// The first `count` bytes at an address, zero-extended, and 0 in the other lanes.
@inlinable @inline(__always)
package func loadPartialBytes<V: VectorISA>(
  _ isa: V.Type, _ source: UnsafePointer<UInt8>, count: Int
) -> V.I {
  V.widenedBytes(source, count: count)
}

/// Writes the first `count` lanes as bytes.
@inlinable @inline(__always)
package func storePartialBytes<V: VectorISA>(
  _ isa: V.Type, _ value: V.I, _ target: UnsafeMutablePointer<UInt8>, count: Int
) {
  V.storeBytes(value, target, count: count)
}

/// `value / 2^shift`, rounded to nearest with ties away from zero, for `shift` in `0...31` and
/// values below `2^30`.
@inlinable @inline(__always)
package func roundingShift<V: VectorISA>(_ isa: V.Type, _ value: V.I, by shift: Int32) -> V.I {
  guard shift > 0 else { return value }
  let half = V.I(repeating: 1 &<< (shift &- 1))
  return (value &+ half &+ (value &>> 31)) &>> V.I(repeating: shift)
}

/// The values moved into `low...high`.
@inlinable @inline(__always)
package func clamped<V: VectorISA>(_ isa: V.Type, _ value: V.I, low: V.I, high: V.I) -> V.I {
  V.min(V.max(value, low), high)
}
