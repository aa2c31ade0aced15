/// Output rows of a depthwise convolution of any window, stride and dilation.
///
/// Four pixels share each weight that is loaded. The order of an output's sum is fixed: window
/// rows, then columns.
@inlinable @inline(__always)
package func depthwiseF32<V: VectorISA>(
  _ isa: V.Type, _ arguments: DepthwiseF32Arguments, _ firstRow: Int, _ endRow: Int
) {
  var row = firstRow
  while row < endRow {
    let window = tapsInside(
      start: row &* arguments.strideHeight &- arguments.padTop, extent: arguments.inputHeight,
      kernel: arguments.kernelHeight, dilation: arguments.dilationHeight)
    var column = 0
    while column < arguments.outputWidth {
      let isInner = column >= arguments.innerStart && column < arguments.innerEnd
      if isInner && column &+ 4 <= arguments.innerEnd {
        depthwisePixelsF32(
          isa, Size<4>.self, arguments, row, column, window, (0, arguments.kernelWidth))
        column &+= 4
      } else {
        let taps = tapsInside(
          start: column &* arguments.strideWidth &- arguments.padLeft,
          extent: arguments.inputWidth, kernel: arguments.kernelWidth,
          dilation: arguments.dilationWidth)
        depthwisePixelsF32(isa, Size<1>.self, arguments, row, column, window, taps)
        column &+= 1
      }
    }
    row &+= 1
  }
}

/// All channels of adjacent pixels whose windows have the same taps inside the image.
@inlinable @inline(never)
package func depthwisePixelsF32<V: VectorISA, let pixels: Int>(
  _ isa: V.Type, _ count: Size<pixels>.Type, _ arguments: DepthwiseF32Arguments, _ row: Int,
  _ column: Int, _ rows: (first: Int, end: Int), _ columns: (first: Int, end: Int)
) {
  let lanes = V.F.scalarCount
  let channels = arguments.channels
  var channel = 0
  while channel &+ 2 &* lanes <= channels {
    depthwiseChannelsF32(
      isa, count, Size<2>.self, arguments, row, column, rows, columns, channel)
    channel &+= 2 &* lanes
  }
  while channel < channels {
    depthwiseChannelsF32(
      isa, count, Size<1>.self, arguments, row, column, rows, columns, channel)
    channel &+= lanes
  }
}

/// Up to `vectors` vectors of channels of adjacent pixels.
@inlinable @inline(__always)
package func depthwiseChannelsF32<V: VectorISA, let pixels: Int, let vectors: Int>(
  _ isa: V.Type, _ count: Size<pixels>.Type, _ width: Size<vectors>.Type,
  _ arguments: DepthwiseF32Arguments, _ row: Int, _ column: Int, _ rows: (first: Int, end: Int),
  _ columns: (first: Int, end: Int), _ channel: Int
) {
  let lanes = V.F.scalarCount
  let channels = arguments.channels
  let padded = (channels &+ lanes &- 1) / lanes &* lanes
  let pixelStride = arguments.strideWidth &* channels
  let top = row &* arguments.strideHeight &- arguments.padTop
  let left = column &* arguments.strideWidth &- arguments.padLeft
  var sums = InlineArray<pixels, InlineArray<vectors, V.F>>(
    repeating: InlineArray<vectors, V.F>(repeating: V.F(repeating: 0)))
  for vector in 0..<vectors {
    let bias = loadF32(isa, arguments.bias + (channel &+ vector &* lanes))
    for pixel in 0..<pixels { sums[unchecked: pixel][unchecked: vector] = bias }
  }
  var tapRow = rows.first
  while tapRow < rows.end {
    let inputRow = (top &+ tapRow &* arguments.dilationHeight) &* arguments.inputWidth
    let inputColumn = left &+ columns.first &* arguments.dilationWidth
    var input = arguments.input + ((inputRow &+ inputColumn) &* channels &+ channel)
    let tap = tapRow &* arguments.kernelWidth &+ columns.first
    var weights = arguments.weights + (tap &* padded &+ channel)
    var left = columns.end &- columns.first
    while left > 0 {
      for vector in 0..<vectors {
        let weight = loadF32(isa, weights + vector &* lanes)
        for pixel in 0..<pixels {
          let value = loadF32(isa, input + (pixel &* pixelStride &+ vector &* lanes))
          sums[unchecked: pixel][unchecked: vector] = V.fma(
            value, weight, sums[unchecked: pixel][unchecked: vector])
        }
      }
      input += arguments.dilationWidth &* channels
      weights += padded
      left &-= 1
    }
    tapRow &+= 1
  }
  let low = V.F(repeating: arguments.low)
  let high = V.F(repeating: arguments.high)
  let outputPixel = row &* arguments.outputWidth &+ column
  let output = arguments.output + (outputPixel &* channels &+ channel)
  for pixel in 0..<pixels {
    for vector in 0..<vectors {
      let value = V.min(high, V.max(low, sums[unchecked: pixel][unchecked: vector]))
      storeLanesF32(
        isa, value, output + (pixel &* channels &+ vector &* lanes),
        count: channels &- channel &- vector &* lanes)
    }
  }
}

/// Writes the first `count` lanes, all of them where `count` is at least their number.
@inlinable @inline(__always)
package func storeLanesF32<V: VectorISA>(
  _ isa: V.Type, _ value: V.F, _ output: UnsafeMutablePointer<Float>, count: Int
) {
  if count >= V.F.scalarCount {
    storeF32(isa, value, output)
  } else {
    V.store(value, output, count: count)
  }
}
