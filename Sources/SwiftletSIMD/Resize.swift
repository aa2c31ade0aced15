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

/// A row between two input rows, which may be the same: `top · (1 − fraction) + bottom · fraction`.
@inlinable @inline(__always)
package func blendRowsF32<V: VectorISA>(
  _ isa: V.Type, _ top: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>,
  _ output: UnsafeMutablePointer<Float>, count: Int, fraction: Float
) {
  let low = V.F(repeating: 1 - fraction)
  let high = V.F(repeating: fraction)
  let lanes = V.F.scalarCount
  var index = 0
  while index < count {
    let rest = count &- index
    let sum =
      loadUpTo(V.self, top + index, rest) * low + loadUpTo(V.self, bottom + index, rest) * high
    storeUpTo(V.self, sum, output + index, rest)
    index &+= lanes
  }
}

/// The columns of an output row from those of a row of the input's width.
@inlinable @inline(__always)
package func resizeColumnsF32<V: VectorISA>(
  _ isa: V.Type, _ row: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  columns: UnsafePointer<ResizeTap>, count: Int, channels: Int
) {
  let lanes = V.F.scalarCount
  var target = output
  var column = 0
  while column < count {
    let tap = columns[column]
    let left = V.F(repeating: 1 - tap.fraction)
    let right = V.F(repeating: tap.fraction)
    let lower = row + tap.lower
    let upper = row + tap.upper
    var channel = 0
    while channel < channels {
      // The last vector of many channels ends at the last one and overlaps the former.
      let at = channels &- channel < lanes && channels >= lanes ? channels &- lanes : channel
      let rest = channels &- at
      let sum =
        loadUpTo(V.self, lower + at, rest) * left + loadUpTo(V.self, upper + at, rest) * right
      storeUpTo(V.self, sum, target + at, rest)
      channel &+= lanes
    }
    target += channels
    column &+= 1
  }
}

/// One output row between two input rows, without a row between: for images that get narrower.
@inlinable @inline(__always)
package func resizeRowF32<V: VectorISA>(
  _ isa: V.Type, _ top: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>,
  _ output: UnsafeMutablePointer<Float>, columns: UnsafePointer<ResizeTap>, count: Int,
  channels: Int, fraction: Float
) {
  let lanes = V.F.scalarCount
  let low = V.F(repeating: 1 - fraction)
  let high = V.F(repeating: fraction)
  var target = output
  var column = 0
  while column < count {
    let tap = columns[column]
    let left = V.F(repeating: 1 - tap.fraction)
    let right = V.F(repeating: tap.fraction)
    var channel = 0
    while channel < channels {
      let rest = channels &- channel
      let topLeft = loadUpTo(V.self, top + (tap.lower &+ channel), rest)
      let topRight = loadUpTo(V.self, top + (tap.upper &+ channel), rest)
      let bottomLeft = loadUpTo(V.self, bottom + (tap.lower &+ channel), rest)
      let bottomRight = loadUpTo(V.self, bottom + (tap.upper &+ channel), rest)
      // In the order of `blendRowsF32` and `resizeColumnsF32`.
      let sum =
        (topLeft * low + bottomLeft * high) * left
        + (topRight * low + bottomRight * high) * right
      storeUpTo(V.self, sum, target + channel, rest)
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

/// Writes a vector of floats, or the `rest` that there is room for.
@inlinable @inline(__always)
package func storeUpTo<V: VectorISA>(
  _ isa: V.Type, _ value: V.F, _ target: UnsafeMutablePointer<Float>, _ rest: Int
) {
  if rest >= V.F.scalarCount {
    UnsafeMutableRawPointer(target).storeBytes(of: value, as: V.F.self)
  } else {
    V.store(value, target, count: rest)
  }
}
