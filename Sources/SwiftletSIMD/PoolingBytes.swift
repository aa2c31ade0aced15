// Bytes as in `ElementwiseBytes.swift`: `range.xor` makes signed elements unsigned, and the bounds
// are those of unsigned ones.

@inlinable @inline(__always)
package func poolU8<V: VectorISA>(
  _ isa: V.Type, _ pooling: Pooling, _ input: UnsafePointer<UInt8>,
  _ output: UnsafeMutablePointer<UInt8>, _ window: PoolingWindow, _ range: ByteRange
) {
  let xor = V.I(repeating: Int32(truncatingIfNeeded: range.xor))
  let low = V.I(repeating: range.low)
  let high = V.I(repeating: range.high)
  switch pooling {
  case .average:
    // The sum of unsigned elements is that of signed ones moved by 128 for each; the quotient
    // of the signed sum is rounded half away from its own zero. Division in `float32` and
    // truncation are exact for sums below 2^24.
    let count = Int32(truncatingIfNeeded: window.rows &* window.columns)
    let offset = V.I(repeating: range.xor == 0 ? 0 : count &* 128)
    let half = V.I(repeating: count / 2)
    let divisor = V.F(repeating: Float(count))
    let zero = V.I(repeating: range.xor == 0 ? 0 : 128)
    reduceWindowU8(V.self, input, output, window, xor: xor) {
      $0 &+ $1
    } finish: {
      let sum = $0 &- offset
      let sign = sum &>> 31
      let magnitude = (sum ^ sign) &- sign
      let quotient = V.integers(V.truncated(V.floats(magnitude &+ half) / divisor))
      return clamped(V.self, ((quotient ^ sign) &- sign) &+ zero, low: low, high: high)
    }
  case .maximum:
    reduceWindowU8(V.self, input, output, window, xor: xor) {
      V.max($0, $1)
    } finish: {
      clamped(V.self, $0, low: low, high: high)
    }
  }
}

@inlinable @inline(__always)
package func reduceWindowU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
  _ window: PoolingWindow, xor: V.I, combine: (V.I, V.I) -> V.I, finish: (V.I) -> V.I
) {
  let lanes = V.I.scalarCount
  var channel = 0
  while channel < window.channels {
    let rest = window.channels &- channel
    var sum = V.I(repeating: 0)
    var row = 0
    while row < window.rows {
      var element = input + (row &* window.rowStride &+ channel)
      var column = 0
      if rest >= lanes {
        while column < window.columns {
          sum = combine(sum, V.widenedBytes(element) ^ xor)
          element += window.channels
          column &+= 1
        }
      } else {
        while column < window.columns {
          sum = combine(sum, loadPartialBytes(V.self, element, count: rest) ^ xor)
          element += window.channels
          column &+= 1
        }
      }
      row &+= 1
    }
    let result = finish(sum) ^ xor
    if rest >= lanes {
      V.storeBytes(result, output + channel)
    } else {
      storePartialBytes(V.self, result, output + channel, count: rest)
    }
    channel &+= lanes
  }
}
