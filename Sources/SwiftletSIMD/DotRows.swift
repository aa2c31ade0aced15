/// `output[r] += Σ matrix[r · depth + k] · vector[k]` for the rows of a matrix that is not packed.
///
/// Neither operand is aligned or read past its end. Each sum is made of two vectors of partial
/// sums in the same order whatever rows are computed beside it, so that any cut of the rows gives
/// the same bits.
@inlinable @inline(__always)
package func addDotRowsF32<V: VectorISA>(
  _ isa: V.Type, _ matrix: UnsafeRawPointer, rows: Int, depth: Int, _ vector: UnsafeRawPointer,
  _ output: UnsafeMutablePointer<Float>
) {
  let rowBytes = depth &* 4
  var row = 0
  while row &+ 4 <= rows {
    addDotsF32(V.self, Size<4>.self, matrix + row &* rowBytes, depth, vector, output + row)
    row &+= 4
  }
  while row < rows {
    addDotsF32(V.self, Size<1>.self, matrix + row &* rowBytes, depth, vector, output + row)
    row &+= 1
  }
}

@inlinable @inline(__always)
package func addDotsF32<V: VectorISA, let R: Int>(
  _ isa: V.Type, _ size: Size<R>.Type, _ matrix: UnsafeRawPointer, _ depth: Int,
  _ vector: UnsafeRawPointer, _ output: UnsafeMutablePointer<Float>
) {
  let lanes = V.F.scalarCount
  let vectorBytes = MemoryLayout<V.F>.size
  let rowBytes = depth &* 4
  var even = InlineArray<R, V.F>(repeating: V.F(repeating: 0))
  var odd = InlineArray<R, V.F>(repeating: V.F(repeating: 0))
  var k = 0
  while k &+ 2 &* lanes <= depth {
    let x = (vector + 4 &* k).loadUnaligned(as: V.F.self)
    let y = (vector + (4 &* k &+ vectorBytes)).loadUnaligned(as: V.F.self)
    for r in 0..<R {
      let weights = matrix + (r &* rowBytes &+ 4 &* k)
      even[unchecked: r] = V.fma(
        weights.loadUnaligned(as: V.F.self), x, even[unchecked: r])
      odd[unchecked: r] = V.fma(
        (weights + vectorBytes).loadUnaligned(as: V.F.self), y, odd[unchecked: r])
    }
    k &+= 2 &* lanes
  }
  if k &+ lanes <= depth {
    let x = (vector + 4 &* k).loadUnaligned(as: V.F.self)
    for r in 0..<R {
      let weights = (matrix + (r &* rowBytes &+ 4 &* k)).loadUnaligned(as: V.F.self)
      even[unchecked: r] = V.fma(weights, x, even[unchecked: r])
    }
    k &+= lanes
  }
  for r in 0..<R {
    let lanesSum = even[unchecked: r] + odd[unchecked: r]
    var sum: Float = 0
    var lane = 0
    while lane < lanes {
      sum += lanesSum[lane]
      lane &+= 1
    }
    var step = k
    while step < depth {
      let weight = (matrix + (r &* rowBytes &+ 4 &* step)).loadUnaligned(as: Float.self)
      sum += weight * (vector + 4 &* step).loadUnaligned(as: Float.self)
      step &+= 1
    }
    output[r] += sum
  }
}

/// `output[r] = Σ matrix[r · depth + k] · vector[k]` for signed bytes; sums wrap.
///
/// Neither operand is aligned or read past its end.
@inlinable @inline(__always)
package func dotRowsS8<V: VectorISA>(
  _ isa: V.Type, _ matrix: UnsafeRawPointer, rows: Int, depth: Int, _ vector: UnsafeRawPointer,
  _ output: UnsafeMutablePointer<Int32>
) {
  var row = 0
  while row &+ 4 <= rows {
    dotsS8(V.self, Size<4>.self, matrix + row &* depth, depth, vector, output + row)
    row &+= 4
  }
  while row < rows {
    dotsS8(V.self, Size<1>.self, matrix + row &* depth, depth, vector, output + row)
    row &+= 1
  }
}

@inlinable @inline(__always)
package func dotsS8<V: VectorISA, let R: Int>(
  _ isa: V.Type, _ size: Size<R>.Type, _ matrix: UnsafeRawPointer, _ depth: Int,
  _ vector: UnsafeRawPointer, _ output: UnsafeMutablePointer<Int32>
) {
  let bytes = V.H.scalarCount
  // Flipping the sign bit and taking 128 away extends the sign.
  let sign = V.H(repeating: 0x80)
  var sums = InlineArray<R, V.I>(repeating: V.I(repeating: 0))
  var k = 0
  while k &+ bytes <= depth {
    let x = unsafeBitCast(V.widened(vector + k, flip: sign, zeroPoint: sign), to: V.I.self)
    for r in 0..<R {
      let weights = V.widened(matrix + (r &* depth &+ k), flip: sign, zeroPoint: sign)
      sums[unchecked: r] = V.dotPairs(
        sums[unchecked: r], unsafeBitCast(weights, to: V.I.self), x)
    }
    k &+= bytes
  }
  for r in 0..<R {
    var sum = sums[unchecked: r].wrappedSum()
    var step = k
    while step < depth {
      let weight = (matrix + (r &* depth &+ step)).loadUnaligned(as: Int8.self)
      let element = (vector + step).loadUnaligned(as: Int8.self)
      sum &+= Int32(truncatingIfNeeded: weight) &* Int32(truncatingIfNeeded: element)
      step &+= 1
    }
    output[r] = sum
  }
}
