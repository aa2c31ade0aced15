/// The integer side of an instruction set.
@usableFromInline package protocol IntegerISA {
  /// The native vector of 32-bit accumulators, as many lanes as `F`.
  associatedtype I: SIMD where I.Scalar == Int32
  /// The native vector of 16-bit integers, as many bytes as `I`.
  associatedtype H: SIMD where H.Scalar == Int16
  /// The native vector of bytes, as many bytes as `I`.
  associatedtype B: SIMD where B.Scalar == UInt8

  /// How many activations of a matrix product one 32-bit word holds: 4 unsigned bytes where the
  /// set multiplies bytes exactly, otherwise 2 signed 16-bit integers.
  static var activationsPerWord: Int { get }
  /// Adds to each lane the products of the activations in a word with the weights beside them:
  /// unsigned by signed bytes, or signed 16-bit integers. Wraps, never saturates.
  static func dot(_ sum: I, _ activations: I, _ weights: I) -> I
  /// Adds to each lane the products of two pairs of signed 16-bit integers.
  static func dotPairs(_ sum: I, _ a: I, _ b: I) -> I

  /// Flavour E: each integer as `Float`, times the factor whose bits are given, rounded to nearest
  /// with ties to even; products beyond 32 bits give `Int32.min`.
  static func scaled(_ value: I, byFloatBits factor: I) -> I
  /// `(value · multiplier + 2^30) >> 31` for a multiplier that is not negative.
  static func doublingHigh(_ value: I, _ multiplier: I) -> I
  /// An arithmetic shift to the right by 0 to 31 in each lane.
  static func shiftedRight(_ value: I, _ counts: I) -> I

  /// Both vectors narrowed with saturation; the order within the result is that of
  /// `narrowedLane`.
  static func narrowed(_ a: I, _ b: I) -> H
  /// Both vectors narrowed to unsigned bytes with saturation, in the same order.
  static func narrowed(_ a: H, _ b: H) -> B
  /// The sum with saturation.
  static func addSaturating(_ a: H, _ b: H) -> H
  /// The larger of each pair.
  static func max(_ a: B, _ b: B) -> B
  /// The smaller of each pair.
  static func min(_ a: B, _ b: B) -> B
  /// Half a vector of bytes in natural order, zero-extended, flipped, less a zero point.
  static func widened(_ bytes: UnsafeRawPointer, flip: H, zeroPoint: H) -> H
  /// In each block of 128 bits, the lower four elements of both vectors in turns.
  static func interleavedLow(_ a: H, _ b: H) -> I
  /// In each block of 128 bits, the upper four elements of both vectors in turns.
  static func interleavedHigh(_ a: H, _ b: H) -> I
  /// Words of one byte of each vector: in each block of 128 bits, the first four bytes of each make
  /// the words of result 0, the next four those of result 1, and so on.
  static func interleaved(_ a: B, _ b: B, _ c: B, _ d: B) -> (I, I, I, I)

  /// In each block of 128 bits, the square of four words of each vector, transposed.
  static func transposed(_ a: I, _ b: I, _ c: I, _ d: I) -> (I, I, I, I)
  /// Writes the first `count` blocks of 128 bits, so many bytes apart.
  static func storeBlocks(
    _ value: I, _ output: UnsafeMutableRawPointer, stride: Int, count: Int)
  /// The first `count` bytes, and zeros behind them; no other byte is read.
  static func load(_ bytes: UnsafeRawPointer, count: Int) -> I
  /// A vector whose first `count` bytes have all bits, the others none.
  static func firstBytes(_ count: Int) -> I

  /// Writes the first `count` bytes, at least one, and touches no byte behind them.
  static func store(_ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int)
  /// Writes the first `count` bytes of the lower half of what `narrowed` made of two pairs of
  /// vectors.
  static func storeLowHalf(_ value: B, _ output: UnsafeMutablePointer<UInt8>, count: Int)
  /// Writes the first `count` bytes of each half of what `narrowed` made of two pairs of vectors.
  static func storeHalves(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    count: Int)
  /// Writes the first `count` bytes of each quarter of what `narrowed` made of four vectors.
  static func storeQuarters(
    _ value: B, _ first: UnsafeMutablePointer<UInt8>, _ second: UnsafeMutablePointer<UInt8>,
    _ third: UnsafeMutablePointer<UInt8>, _ fourth: UnsafeMutablePointer<UInt8>, count: Int)
}

// Of use where a word of a matrix product holds four activations.
extension IntegerISA {
  @inlinable @inline(__always)
  package static func transposed(_ a: I, _ b: I, _ c: I, _ d: I) -> (I, I, I, I) {
    var (w, x, y, z) = (a, b, c, d)
    var first = 0
    while first < I.scalarCount {
      (w[first], w[first &+ 1], w[first &+ 2], w[first &+ 3]) = (
        a[first], b[first], c[first], d[first]
      )
      let second = first &+ 1
      (x[first], x[second], x[first &+ 2], x[first &+ 3]) = (
        a[second], b[second], c[second], d[second]
      )
      let third = first &+ 2
      (y[first], y[second], y[third], y[first &+ 3]) = (a[third], b[third], c[third], d[third])
      let fourth = first &+ 3
      (z[first], z[second], z[third], z[fourth]) = (a[fourth], b[fourth], c[fourth], d[fourth])
      first &+= 4
    }
    return (w, x, y, z)
  }

  @inlinable @inline(__always)
  package static func storeBlocks(
    _ value: I, _ output: UnsafeMutableRawPointer, stride: Int, count: Int
  ) {
    for lane in 0..<4 &* count {
      output.storeBytes(
        of: value[lane], toByteOffset: lane / 4 &* stride &+ 4 &* (lane & 3), as: Int32.self)
    }
  }

  @inlinable @inline(__always)
  package static func load(_ bytes: UnsafeRawPointer, count: Int) -> I {
    var value = I(repeating: 0)
    for index in 0..<count {
      let byte = bytes.load(fromByteOffset: index, as: UInt8.self)
      value[index / 4] |= Int32(byte) &<< Int32(truncatingIfNeeded: 8 &* (index & 3))
    }
    return value
  }

  @inlinable @inline(__always)
  package static func firstBytes(_ count: Int) -> I {
    var value = I(repeating: 0)
    for index in 0..<count {
      value[index / 4] |= 0xFF &<< Int32(truncatingIfNeeded: 8 &* (index & 3))
    }
    return value
  }
}
