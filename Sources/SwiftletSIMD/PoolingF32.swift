/// What a pooling kernel does with the elements of a window.
@frozen @usableFromInline package enum Pooling: UInt8, Sendable {
  case average
  case maximum
}

/// The valid elements under one window: `rows × columns` pixels of `channels` elements each.
@frozen @usableFromInline package struct PoolingWindow: Sendable {
  @usableFromInline package var rows: Int
  @usableFromInline package var columns: Int
  @usableFromInline package var channels: Int
  /// Elements from one row of the image to the next.
  @usableFromInline package var rowStride: Int

  /// Makes a window.
  package init(rows: Int, columns: Int, channels: Int, rowStride: Int) {
    self.rows = rows
    self.columns = columns
    self.channels = channels
    self.rowStride = rowStride
  }
}

@inlinable @inline(__always)
package func poolF32<V: VectorISA>(
  _ isa: V.Type, _ pooling: Pooling, _ input: UnsafePointer<Float>,
  _ output: UnsafeMutablePointer<Float>, _ window: PoolingWindow, low: Float, high: Float
) {
  let lowest = V.F(repeating: low)
  let highest = V.F(repeating: high)
  switch pooling {
  case .average:
    let count = V.F(repeating: Float(window.rows &* window.columns))
    reduceWindowF32(V.self, input, output, window, initial: 0) {
      $0 + $1
    } finish: {
      V.min(highest, V.max(lowest, $0 / count))
    }
  case .maximum:
    reduceWindowF32(V.self, input, output, window, initial: -Float.greatestFiniteMagnitude) {
      V.max($1, $0)
    } finish: {
      V.min(highest, V.max(lowest, $0))
    }
  }
}

@inlinable @inline(__always)
package func reduceWindowF32<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
  _ window: PoolingWindow, initial: Float, combine: (V.F, V.F) -> V.F, finish: (V.F) -> V.F
) {
  let lanes = V.F.scalarCount
  var channel = 0
  while channel < window.channels {
    let rest = window.channels &- channel
    var sum = V.F(repeating: initial)
    var row = 0
    while row < window.rows {
      var element = input + (row &* window.rowStride &+ channel)
      var column = 0
      if rest >= lanes {
        while column < window.columns {
          sum = combine(sum, UnsafeRawPointer(element).loadUnaligned(as: V.F.self))
          element += window.channels
          column &+= 1
        }
      } else {
        while column < window.columns {
          sum = combine(sum, loadPartial(V.self, element, count: rest))
          element += window.channels
          column &+= 1
        }
      }
      row &+= 1
    }
    let result = finish(sum)
    if rest >= lanes {
      UnsafeMutableRawPointer(output + channel).storeBytes(of: result, as: V.F.self)
    } else {
      V.store(result, output + channel, count: rest)
    }
    channel &+= lanes
  }
}
