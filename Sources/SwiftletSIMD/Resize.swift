/// Where an output column (or row) takes its two sources, and how much of the second.
@frozen @usableFromInline package struct ResizeTap: Sendable, Hashable {
  /// The first source, in elements from the start of the row.
  @usableFromInline package var lower: Int
  /// The second source.
  @usableFromInline package var upper: Int
  /// The weight of the second source, where weights are floats.
  @usableFromInline package var fraction: Float
  /// The weight of the second source in fixed point.
  @usableFromInline package var weight: Int32

  /// Makes a tap.
  package init(lower: Int, upper: Int, fraction: Float, weight: Int32) {
    self.lower = lower
    self.upper = upper
    self.fraction = fraction
    self.weight = weight
  }
}

/// How two bytes are joined in proportion.
@frozen @usableFromInline package enum ByteResizing: UInt8, Sendable {
  /// Weights of 11 bits, horizontally first, rounded half up once (XNNPACK).
  case elevenBits
  /// Weights of 10 bits, rounded half away from the zero of signed elements.
  case tenBits
  /// In `float32`, each weight by itself, rounded half up.
  case float
  /// In `float32`, with the products of both weights, rounded half up.
  case floatProducts
}

/// One output row between two input rows; both may be the same.
@inlinable @inline(__always)
package func resizeRowF32<V: VectorISA>(
  _ isa: V.Type, _ top: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>,
  _ output: UnsafeMutablePointer<Float>, columns: UnsafePointer<ResizeTap>, count: Int,
  channels: Int, fraction: Float
) {
  let lanes = V.F.scalarCount
  var target = output
  var column = 0
  while column < count {
    let tap = columns[column]
    // Two products for each weight, in the order of the reference kernel.
    let low = V.F(repeating: 1 - fraction)
    let high = V.F(repeating: fraction)
    let left = V.F(repeating: 1 - tap.fraction)
    let right = V.F(repeating: tap.fraction)
    var channel = 0
    while channel < channels {
      let rest = channels &- channel
      let topLeft = loadUpTo(V.self, top + (tap.lower &+ channel), rest)
      let topRight = loadUpTo(V.self, top + (tap.upper &+ channel), rest)
      let bottomLeft = loadUpTo(V.self, bottom + (tap.lower &+ channel), rest)
      let bottomRight = loadUpTo(V.self, bottom + (tap.upper &+ channel), rest)
      let upper = topLeft * low * left + bottomLeft * high * left
      let sum = upper + topRight * low * right + bottomRight * high * right
      if rest >= lanes {
        UnsafeMutableRawPointer(target + channel).storeBytes(of: sum, as: V.F.self)
      } else {
        V.store(sum, target + channel, count: rest)
      }
      channel &+= lanes
    }
    target += channels
    column &+= 1
  }
}

/// One output row of bytes; `xor` is 0x80 for signed elements.
@inlinable @inline(__always)
package func resizeRowU8<V: VectorISA>(
  _ isa: V.Type, _ resizing: ByteResizing, _ top: UnsafePointer<UInt8>,
  _ bottom: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
  columns: UnsafePointer<ResizeTap>, count: Int, channels: Int, row: ResizeTap, xor: UInt8
) {
  let lanes = V.I.scalarCount
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  let zero = V.I(repeating: xor == 0 ? 0 : 128)
  var target = output
  var column = 0
  while column < count {
    let tap = columns[column]
    var channel = 0
    while channel < channels {
      let rest = channels &- channel
      let topLeft = loadUpToBytes(V.self, top + (tap.lower &+ channel), rest) ^ flip
      let topRight = loadUpToBytes(V.self, top + (tap.upper &+ channel), rest) ^ flip
      let bottomLeft = loadUpToBytes(V.self, bottom + (tap.lower &+ channel), rest) ^ flip
      let bottomRight = loadUpToBytes(V.self, bottom + (tap.upper &+ channel), rest) ^ flip
      let result: V.I
      switch resizing {
      case .elevenBits:
        let across = V.I(repeating: tap.weight)
        let down = V.I(repeating: row.weight)
        let upper = (topLeft &<< 11) &+ (topRight &- topLeft) &* across
        let lower = (bottomLeft &<< 11) &+ (bottomRight &- bottomLeft) &* across
        result = ((upper &<< 11) &+ (lower &- upper) &* down &+ (1 &<< 21)) &>> 22
      case .tenBits:
        let across = V.I(repeating: tap.weight)
        let down = V.I(repeating: row.weight)
        let upper = ((topLeft &- zero) &<< 10) &+ (topRight &- topLeft) &* across
        let lower = ((bottomLeft &- zero) &<< 10) &+ (bottomRight &- bottomLeft) &* across
        let sum = (upper &<< 10) &+ (lower &- upper) &* down
        let sign = sum &>> 31
        let magnitude = (((sum ^ sign) &- sign) &+ (1 &<< 19)) &>> 20
        result = ((magnitude ^ sign) &- sign) &+ zero
      case .float:
        let low = V.F(repeating: 1 - row.fraction)
        let high = V.F(repeating: row.fraction)
        let left = V.F(repeating: 1 - tap.fraction)
        let right = V.F(repeating: tap.fraction)
        let upper = V.floats(topLeft) * low * left + V.floats(bottomLeft) * high * left
        let sum =
          upper + V.floats(topRight) * low * right + V.floats(bottomRight) * high * right
        result = V.integers(V.truncated(sum + 0.5))
      case .floatProducts:
        let (low, left) = (1 - row.fraction, 1 - tap.fraction)
        let upper =
          V.floats(topLeft) * V.F(repeating: low * left)
          + V.floats(topRight) * V.F(repeating: low * tap.fraction)
        let three = upper + V.floats(bottomLeft) * V.F(repeating: row.fraction * left)
        let sum = three + V.floats(bottomRight) * V.F(repeating: row.fraction * tap.fraction)
        result = V.integers(V.truncated(sum + 0.5))
      }
      if rest >= lanes {
        V.storeBytes(result ^ flip, target + channel)
      } else {
        storePartialBytes(V.self, result ^ flip, target + channel, count: rest)
      }
      channel &+= lanes
    }
    target += channels
    column &+= 1
  }
}

/// A vector of floats, or of the `rest` that there are.
@inlinable @inline(__always)
package func loadUpTo<V: VectorISA>(
  _ isa: V.Type, _ source: UnsafePointer<Float>, _ rest: Int
) -> V.F {
  rest >= V.F.scalarCount
    ? UnsafeRawPointer(source).loadUnaligned(as: V.F.self)
    : loadPartial(V.self, source, count: rest)
}

/// A vector of bytes, or of the `rest` that there are, zero-extended.
@inlinable @inline(__always)
package func loadUpToBytes<V: VectorISA>(
  _ isa: V.Type, _ source: UnsafePointer<UInt8>, _ rest: Int
) -> V.I {
  rest >= V.I.scalarCount
    ? V.widenedBytes(source) : loadPartialBytes(V.self, source, count: rest)
}
