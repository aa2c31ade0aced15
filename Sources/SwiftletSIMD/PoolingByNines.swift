/// The mean of a window in XNNPACK's order, to the bit where the instruction set fuses nothing into it:
/// taps go column by column, nine of them are added as a tree, the trees one after the other, and the sum is
/// multiplied by the rounded reciprocal of the count.
@inlinable @inline(__always)
package func averageByNinesF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  _ window: PoolingWindow, low: Float, high: Float
) {
  let lanes = V.F.scalarCount
  let scale = V.F(repeating: 1 / Float(window.rows &* window.columns))
  var channel = 0
  while channel < window.channels {
    var taps = WindowTaps(window, first: input + channel, channels: window.channels &- channel)
    var sum = V.F(repeating: 0)
    while taps.remaining > 0 {
      let a = taps.next(V.self) + taps.next(V.self)
      let b = taps.next(V.self) + taps.next(V.self)
      let c = taps.next(V.self) + taps.next(V.self)
      let d = taps.next(V.self) + taps.next(V.self)
      let tree = (b + c) + ((a + taps.next(V.self)) + d)
      sum = sum + tree
    }
    let mean = V.min(V.F(repeating: high), V.max(V.F(repeating: low), sum * scale))
    if window.channels &- channel >= lanes {
      UnsafeMutableRawPointer(output + channel).storeBytes(of: mean, as: V.F.self)
    } else {
      V.store(mean, output + channel, count: window.channels &- channel)
    }
    channel &+= lanes
  }
}

/// The pixels of a window, column by column, and zeros after the last one.
@frozen @usableFromInline struct WindowTaps {
  @usableFromInline let window: PoolingWindow
  /// How many channels there are from the first one on.
  @usableFromInline let channels: Int
  @usableFromInline var remaining: Int
  @usableFromInline var column: UnsafePointer<Float>
  @usableFromInline var row = 0

  @inlinable @inline(__always)
  init(_ window: PoolingWindow, first: UnsafePointer<Float>, channels: Int) {
    self.window = window
    self.channels = channels
    remaining = window.rows &* window.columns
    column = first
  }

  @inlinable @inline(__always)
  mutating func next<V: VectorISA>(_ isa: V.Type) -> V.F {
    guard remaining > 0 else { return V.F(repeating: 0) }
    let source = column + row &* window.rowStride
    remaining &-= 1
    row &+= 1
    if row == window.rows {
      row = 0
      column += window.channels
    }
    return channels >= V.F.scalarCount
      ? UnsafeRawPointer(source).loadUnaligned(as: V.F.self)
      : loadPartial(V.self, source, count: channels)
  }
}
