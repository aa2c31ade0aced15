/// `output[r] = Σ matrix[r · depth + k] · vector[k]` for 16-bit integers, in 64 bits.
///
/// Neither operand is aligned or read past its end.
@inlinable @inline(__always)
package func dotRowsS16<V: VectorISA>(
  _ isa: V.Type, _ matrix: UnsafeRawPointer, rows: Int, depth: Int, _ vector: UnsafeRawPointer,
  _ output: UnsafeMutablePointer<Int64>
) {
  var row = 0
  while row &+ 4 <= rows {
    dotsS16(V.self, Size<4>.self, matrix + row &* depth &* 2, depth, vector, output + row)
    row &+= 4
  }
  while row < rows {
    dotsS16(V.self, Size<1>.self, matrix + row &* depth &* 2, depth, vector, output + row)
    row &+= 1
  }
}

/// Products of 16 by 16 bits overflow a lane after two; the vector is cut into bytes, whose products
/// with 127 pairs of weights fit: `v = 256 · high + low`.
@inlinable @inline(__always)
package func dotsS16<V: VectorISA, let R: Int>(
  _ isa: V.Type, _ size: Size<R>.Type, _ matrix: UnsafeRawPointer, _ depth: Int,
  _ vector: UnsafeRawPointer, _ output: UnsafeMutablePointer<Int64>
) {
  let shorts = V.H.scalarCount
  let lanes = V.I.scalarCount
  let rowBytes = depth &* 2
  let lowByte = V.H(repeating: 0xFF)
  var totals = InlineArray<R, Int64>(repeating: 0)
  var k = 0
  while k &+ shorts <= depth {
    var low = InlineArray<R, V.I>(repeating: V.I(repeating: 0))
    var high = InlineArray<R, V.I>(repeating: V.I(repeating: 0))
    var steps = 0
    while steps < 127, k &+ shorts <= depth {
      let x = (vector + k &* 2).loadUnaligned(as: V.H.self)
      let lowBytes = unsafeBitCast(x & lowByte, to: V.I.self)
      let highBytes = unsafeBitCast(x &>> 8, to: V.I.self)
      for r in 0..<R {
        let weights = (matrix + (r &* rowBytes &+ k &* 2)).loadUnaligned(as: V.I.self)
        low[unchecked: r] = V.dotPairs(low[unchecked: r], weights, lowBytes)
        high[unchecked: r] = V.dotPairs(high[unchecked: r], weights, highBytes)
      }
      k &+= shorts
      steps &+= 1
    }
    for r in 0..<R {
      var lane = 0
      while lane < lanes {
        totals[unchecked: r] &+=
          Int64(low[unchecked: r][lane]) &+ Int64(high[unchecked: r][lane]) &* 256
        lane &+= 1
      }
    }
  }
  for r in 0..<R {
    var step = k
    while step < depth {
      let weight = (matrix + (r &* rowBytes &+ step &* 2)).loadUnaligned(as: Int16.self)
      let element = (vector + step &* 2).loadUnaligned(as: Int16.self)
      totals[unchecked: r] &+= Int64(weight) &* Int64(element)
      step &+= 1
    }
    output[r] = totals[unchecked: r]
  }
}
