/// Output rows of a depthwise convolution with a square window of 3 or 5 and equal strides of 1 or
/// 2; dilation goes with stride 1.
///
/// A vector of channels slides along the row: each input column is loaded once and feeds every
/// output that reads it, whose sums travel in registers. Two output rows share their input rows and
/// hide the latency of the sums. The order of an output's sum is fixed: window columns, then rows.
@inlinable @inline(__always)
package func depthwiseSlideF32<V: VectorISA>(
  _ isa: V.Type, _ arguments: DepthwiseF32Arguments, _ firstRow: Int, _ endRow: Int
) {
  if arguments.kernelWidth == 3 {
    if arguments.strideWidth == 1 {
      depthwiseSlideF32(isa, Size<3>.self, Size<1>.self, arguments, firstRow, endRow)
    } else {
      depthwiseSlideF32(isa, Size<3>.self, Size<2>.self, arguments, firstRow, endRow)
    }
  } else {
    if arguments.strideWidth == 1 {
      depthwiseSlideF32(isa, Size<5>.self, Size<1>.self, arguments, firstRow, endRow)
    } else {
      depthwiseSlideF32(isa, Size<5>.self, Size<2>.self, arguments, firstRow, endRow)
    }
  }
}

@inlinable @inline(__always)
package func depthwiseSlideF32<V: VectorISA, let kernel: Int, let stride: Int>(
  _ isa: V.Type, _ window: Size<kernel>.Type, _ step: Size<stride>.Type,
  _ arguments: DepthwiseF32Arguments, _ firstRow: Int, _ endRow: Int
) {
  // Rows at a distance of the dilation share input rows: a block of twice as many holds such pairs.
  let distance = arguments.dilationHeight
  var first = firstRow
  while first < endRow {
    var row = first
    while row < first &+ distance && row < endRow {
      let isPair = row &+ distance < endRow
      let top = row &* stride &- arguments.padTop
      let lines = kernel &- 1 &+ (isPair ? stride : 0)
      let isInside = top >= 0 && top &+ lines &* distance < arguments.inputHeight
      if isPair {
        if isInside {
          depthwiseRowsF32(isa, window, step, Size<2>.self, Size<1>.self, arguments, row)
        } else {
          depthwiseRowsF32(isa, window, step, Size<2>.self, Size<0>.self, arguments, row)
        }
      } else if isInside {
        depthwiseRowsF32(isa, window, step, Size<1>.self, Size<1>.self, arguments, row)
      } else {
        depthwiseRowsF32(isa, window, step, Size<1>.self, Size<0>.self, arguments, row)
      }
      row &+= 1
    }
    first &+= 2 &* distance
  }
}

/// All channels of one output row, or of two at a distance of the dilation; `inside` is 1 where all input rows exist.
@inlinable @inline(never)
package func depthwiseRowsF32<
  V: VectorISA, let kernel: Int, let stride: Int, let rows: Int, let inside: Int
>(
  _ isa: V.Type, _ window: Size<kernel>.Type, _ step: Size<stride>.Type,
  _ height: Size<rows>.Type, _ fits: Size<inside>.Type, _ arguments: DepthwiseF32Arguments,
  _ row: Int
) {
  var channel = 0
  while channel < arguments.channels {
    // Columns at a distance of the dilation form streams that do not touch each other.
    var stream = 0
    while stream < arguments.dilationWidth && stream < arguments.outputWidth {
      depthwiseStreamF32(isa, window, step, height, fits, arguments, row, channel, stream)
      stream &+= 1
    }
    channel &+= V.F.scalarCount
  }
}

/// One vector of channels of the outputs `stream`, `stream + dilation`, … of the rows.
@inlinable @inline(__always)
package func depthwiseStreamF32<
  V: VectorISA, let kernel: Int, let stride: Int, let rows: Int, let inside: Int
>(
  _ isa: V.Type, _ window: Size<kernel>.Type, _ step: Size<stride>.Type,
  _ height: Size<rows>.Type, _ fits: Size<inside>.Type, _ arguments: DepthwiseF32Arguments,
  _ row: Int, _ channel: Int, _ stream: Int
) {
  let lanes = V.F.scalarCount
  let channels = arguments.channels
  let padded = (channels &+ lanes &- 1) / lanes &* lanes
  var weights = InlineArray<kernel, InlineArray<kernel, V.F>>(
    repeating: InlineArray<kernel, V.F>(repeating: V.F(repeating: 0)))
  for y in 0..<kernel {
    for x in 0..<kernel {
      weights[unchecked: y][unchecked: x] = loadF32(
        isa, arguments.weights + ((y &* kernel &+ x) &* padded &+ channel))
    }
  }
  let bias = loadF32(isa, arguments.bias + channel)
  let low = V.F(repeating: arguments.low)
  let high = V.F(repeating: arguments.high)
  // The outputs that one column feeds: sum 0 is the leftmost, finished next.
  let open = (kernel &+ stride &- 1) / stride
  var sums = InlineArray<rows, InlineArray<kernel, V.F>>(
    repeating: InlineArray<kernel, V.F>(repeating: bias))
  let top = row &* stride &- arguments.padTop
  let rowStride = arguments.inputWidth &* channels
  let lineStride = arguments.dilationHeight &* rowStride
  let base = arguments.input + (top &* rowStride &+ channel)
  let outputStride = arguments.dilationHeight &* arguments.outputWidth &* channels
  var output =
    arguments.output
    + ((row &* arguments.outputWidth &+ stream) &* channels &+ channel)
  let tail = channels &- channel
  let dilation = arguments.dilationWidth
  let outputs = (arguments.outputWidth &- stream &+ dilation &- 1) / dilation
  var phase = 0
  while phase < outputs &+ open &- 1 {
    for part in 0..<stride {
      let column = (phase &* stride &+ part) &* dilation &+ stream &- arguments.padLeft
      if column >= 0 && column < arguments.inputWidth {
        let input = base + column &* channels
        for line in 0..<(rows &- 1) &* stride &+ kernel {
          let y = top &+ line &* arguments.dilationHeight
          if inside == 1 || (y >= 0 && y < arguments.inputHeight) {
            let value = loadF32(isa, input + line &* lineStride)
            for row in 0..<rows {
              let tapRow = line &- row &* stride
              if tapRow >= 0 && tapRow < kernel {
                for age in 0..<open {
                  let tap = age &* stride &+ part
                  if tap < kernel {
                    sums[unchecked: row][unchecked: open &- 1 &- age] = V.fma(
                      value, weights[unchecked: tapRow][unchecked: tap],
                      sums[unchecked: row][unchecked: open &- 1 &- age])
                  }
                }
              }
            }
          }
        }
      }
    }
    if phase >= open &- 1 {
      for row in 0..<rows {
        let value = V.min(high, V.max(low, sums[unchecked: row][unchecked: 0]))
        storeLanesF32(isa, value, output + row &* outputStride, count: tail)
      }
      output += dilation &* channels
    }
    for row in 0..<rows {
      for index in 0..<open &- 1 {
        sums[unchecked: row][unchecked: index] = sums[unchecked: row][unchecked: index &+ 1]
      }
      sums[unchecked: row][unchecked: open &- 1] = bias
    }
    phase &+= 1
  }
}
