/// One register tile: `rows` rows by `vectors` vectors of columns, and half a vector more where
/// `half` is 1.
///
/// Not inlined, so that each size is one function with registers of its own; it is specialised in
/// the module of the instruction set.
@inlinable @inline(never)
package func gemmTileF32<V: VectorISA, let rows: Int, let vectors: Int, let half: Int>(
  _ isa: V.Type, _ height: Size<rows>.Type, _ width: Size<vectors>.Type, _ rest: Size<half>.Type,
  _ arguments: GemmF32Arguments, _ firstRow: Int
) {
  let lanes = V.F.scalarCount
  let step = vectors &* lanes &+ half &* lanes / 2
  let stride = arguments.rowStride
  var sums = InlineArray<rows, InlineArray<vectors, V.F>>(
    repeating: InlineArray<vectors, V.F>(repeating: V.F(repeating: 0)))
  var halfSums = InlineArray<rows, V.Half>(repeating: V.Half(repeating: 0))
  for vector in 0..<vectors {
    let bias = loadF32(isa, arguments.bias + vector &* lanes)
    for row in 0..<rows { sums[unchecked: row][unchecked: vector] = bias }
  }
  if half == 1 {
    let bias = loadHalfF32(isa, arguments.bias + vectors &* lanes)
    for row in 0..<rows { halfSums[unchecked: row] = bias }
  }
  var runInput = arguments.input + firstRow &* stride
  var runWeights = arguments.weights
  var run = 0
  while run < arguments.runs {
    var tapInput = runInput
    var weights = runWeights
    var tap = 0
    while tap < arguments.taps {
      var input = tapInput
      let end = input + arguments.depth
      while input < end {
        var columns = InlineArray<vectors, V.F>(repeating: V.F(repeating: 0))
        for vector in 0..<vectors {
          columns[unchecked: vector] = loadF32(isa, weights + vector &* lanes)
        }
        var halfColumns = V.Half(repeating: 0)
        if half == 1 { halfColumns = loadHalfF32(isa, weights + vectors &* lanes) }
        for row in 0..<rows {
          let value = V.F(repeating: input[row &* stride])
          for vector in 0..<vectors {
            sums[unchecked: row][unchecked: vector] = V.fma(
              value, columns[unchecked: vector], sums[unchecked: row][unchecked: vector])
          }
          if half == 1 {
            halfSums[unchecked: row] = V.fma(
              V.lowHalf(value), halfColumns, halfSums[unchecked: row])
          }
        }
        weights += step
        input += 1
      }
      tapInput += arguments.tapStride
      tap &+= 1
    }
    runInput += arguments.runStride
    runWeights += arguments.runDepth &* step
    run &+= 1
  }
  let low = V.F(repeating: arguments.low)
  let high = V.F(repeating: arguments.high)
  let whole = half == 1 || arguments.columns == vectors &* lanes
  var output = arguments.output + firstRow &* arguments.outputStride
  for row in 0..<rows {
    for vector in 0..<vectors {
      // The limit comes first: a comparison with NaN then yields the value.
      let value = V.min(high, V.max(low, sums[unchecked: row][unchecked: vector]))
      if vector < vectors &- 1 || whole {
        storeF32(isa, value, output + vector &* lanes)
      } else {
        V.store(value, output + vector &* lanes, count: arguments.columns &- vector &* lanes)
      }
    }
    if half == 1 {
      V.store(
        V.clamped(halfSums[unchecked: row], low, high), output + vectors &* lanes,
        count: arguments.columns &- vectors &* lanes)
    }
    output += arguments.outputStride
  }
}

@inlinable @inline(__always)
package func loadF32<V: VectorISA>(_ isa: V.Type, _ input: UnsafePointer<Float>) -> V.F {
  UnsafeRawPointer(input).loadUnaligned(as: V.F.self)
}

@inlinable @inline(__always)
package func storeF32<V: VectorISA>(
  _ isa: V.Type, _ value: V.F, _ output: UnsafeMutablePointer<Float>
) {
  UnsafeMutableRawPointer(output).storeBytes(of: value, as: V.F.self)
}

@inlinable @inline(__always)
package func loadHalfF32<V: VectorISA>(_ isa: V.Type, _ input: UnsafePointer<Float>) -> V.Half {
  UnsafeRawPointer(input).loadUnaligned(as: V.Half.self)
}
