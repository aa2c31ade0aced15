/// Rows of a depthwise convolution whose window of 3×3 or 5×5 slides along lines by 1 or 2.
///
/// The rows of a column of the window are interleaved to words once. A word then meets the weights
/// of every tap in its row of the kernel: it finishes one output, continues others and starts one.
/// A line outside the image is a line of zero points, and a column outside it a constant.
@inlinable @inline(__always)
package func depthwiseSlideQ8<V: VectorISA>(_ isa: V.Type, _ row: UnsafePointer<DepthwiseQ8>) {
  let w = row.pointee.windows
  let lineBytes = w.inputWidth &* w.pixelBytes
  let outputBytes = w.outputWidth &* w.channels
  var index = row.pointee.firstRow
  let end = index &+ row.pointee.rows
  var output = row.pointee.output
  while index < end {
    let image = index / w.outputHeight
    let top = (index &- image &* w.outputHeight) &* w.strideHeight &- w.padTop
    var tap = 0
    while tap < w.kernelHeight {
      let y = top &+ tap &* w.dilationHeight
      let line = w.input + (image &* w.inputHeight &+ y) &* lineBytes
      row.pointee.taps[tap] = y >= 0 && y < w.inputHeight ? line : row.pointee.zeroLine
      tap &+= 1
    }
    var channel = 0
    while channel < w.channels {
      let rest = w.channels &- channel
      if row.pointee.rowsPerWord == 2 {
        slideBlockQ8(isa, InlineArray<2, Int8>(repeating: 0), row, output + channel, channel)
        channel &+= 2 &* V.I.scalarCount
      } else if V.activationsPerWord == 4 {
        let words = InlineArray<4, Int8>(repeating: 0)
        if DepthwisePacking.isNarrow(rest: rest, lanes: V.I.scalarCount) {
          slideBlockQ8(V.Narrow.self, words, row, output + channel, channel)
          channel &+= 4 &* V.Narrow.I.scalarCount
        } else {
          slideBlockQ8(isa, words, row, output + channel, channel)
          channel &+= 4 &* V.I.scalarCount
        }
      } else {
        return
      }
    }
    output += outputBytes
    index &+= 1
  }
}

/// Chooses the instance for a window and a stride.
@inlinable @inline(__always)
package func slideBlockQ8<V: IntegerISA, let G: Int>(
  _ isa: V.Type, _ words: InlineArray<G, Int8>, _ row: UnsafePointer<DepthwiseQ8>,
  _ output: UnsafeMutablePointer<UInt8>, _ channel: Int
) {
  let one = InlineArray<1, Int8>(repeating: 0)
  let two = InlineArray<2, Int8>(repeating: 0)
  let three = InlineArray<3, Int8>(repeating: 0)
  let five = InlineArray<5, Int8>(repeating: 0)
  if row.pointee.windows.kernelHeight == 3 {
    if row.pointee.windows.strideWidth == 1 {
      slideQ8(isa, words, size: three, stride: one, outputs: three, row, output, channel)
    } else {
      slideQ8(isa, words, size: three, stride: two, outputs: two, row, output, channel)
    }
  } else if row.pointee.windows.strideWidth == 1 {
    slideQ8(isa, words, size: five, stride: one, outputs: five, row, output, channel)
  } else {
    slideQ8(isa, words, size: five, stride: two, outputs: three, row, output, channel)
  }
}

/// One line of outputs of a block of `G` vectors of channels, for a window of `K` by `K` that moves
/// by `S`; each word holds `G` rows, and each column belongs to up to `T = ⌈K / S⌉` outputs.
@inlinable @inline(never)
package func slideQ8<V: IntegerISA, let G: Int, let K: Int, let S: Int, let T: Int>(
  _ isa: V.Type, _ words: InlineArray<G, Int8>, size: InlineArray<K, Int8>,
  stride: InlineArray<S, Int8>, outputs: InlineArray<T, Int8>,
  _ row: UnsafePointer<DepthwiseQ8>, _ line: UnsafeMutablePointer<UInt8>, _ channel: Int
) {
  let vectorBytes = MemoryLayout<V.I>.size
  let groups = (K &+ G &- 1) / G
  let pixelBytes = row.pointee.windows.pixelBytes
  let width = row.pointee.windows.inputWidth
  let outputWidth = row.pointee.windows.outputWidth
  let count = row.pointee.windows.channels &- channel
  let biases = UnsafeRawPointer(row.pointee.biases + channel)
  let weights = row.pointee.weights + channel &* (groups &* K &* 4)
  let wordFlip = V.I(repeating: Int32(row.pointee.windows.flip) &* 0x0101_0101)
  let flip = V.H(repeating: Int16(row.pointee.windows.flip))
  let zeroPoint = V.H(repeating: Int16(row.pointee.windows.zeroPoint))
  let outside =
    G == 4 ? V.I(repeating: Int32(row.pointee.windows.zeroPoint) &* 0x0101_0101) : V.I()
  var lines = InlineArray<K, UnsafeRawPointer>(repeating: UnsafeRawPointer(line))
  for r in 0..<K { lines[unchecked: r] = UnsafeRawPointer(row.pointee.taps[r] + channel) }
  let requantization = row.pointee.requantization
  let bytes = ByteOutput(isa, requantization)
  let outputBytes = row.pointee.windows.channels
  let sumStride = row.pointee.sumStride
  var sums = InlineArray<T, InlineArray<G, V.I>>(repeating: InlineArray(repeating: V.I()))
  var output = line
  var place = row.pointee.sums + channel
  var x = 0 &- row.pointee.windows.padLeft
  var step = 0
  while step < outputWidth &+ T &- 1 {
    for g in 0..<G {
      sums[unchecked: 0][unchecked: g] = (biases + g &* vectorBytes).loadUnaligned(as: V.I.self)
    }
    for s in 0..<S {
      let inside = x >= 0 && x < width
      let offset = x &* pixelBytes
      for q in 0..<groups {
        var column = InlineArray<G, V.I>(repeating: outside)
        if inside {
          let first = q &* G
          if G == 4 {
            let second = first &+ 1 < K ? first &+ 1 : K &- 1
            let third = first &+ 2 < K ? first &+ 2 : K &- 1
            let fourth = first &+ 3 < K ? first &+ 3 : K &- 1
            let (a, b, c, d) = V.interleaved(
              flippedQ8(isa, lines[unchecked: first] + offset, wordFlip),
              flippedQ8(isa, lines[unchecked: second] + offset, wordFlip),
              flippedQ8(isa, lines[unchecked: third] + offset, wordFlip),
              flippedQ8(isa, lines[unchecked: fourth] + offset, wordFlip))
            column[unchecked: 0] = a
            column[unchecked: 1] = b
            column[unchecked: 2] = c
            column[unchecked: 3] = d
          } else {
            let a = V.widened(lines[unchecked: first] + offset, flip: flip, zeroPoint: zeroPoint)
            let second = first &+ 1 < K ? first &+ 1 : first
            let b = V.widened(lines[unchecked: second] + offset, flip: flip, zeroPoint: zeroPoint)
            column[unchecked: 0] = V.interleavedLow(a, b)
            column[unchecked: 1] = V.interleavedHigh(a, b)
          }
        }
        for t in 0..<T {
          let tap = s &+ S &* t
          if tap < K {
            let taps = weights + ((q &* K &+ tap) &* G) &* vectorBytes
            for g in 0..<G {
              let weight = (taps + g &* vectorBytes).loadUnaligned(as: V.I.self)
              sums[unchecked: t][unchecked: g] =
                G == 4
                ? V.dot(sums[unchecked: t][unchecked: g], column[unchecked: g], weight)
                : V.dotPairs(sums[unchecked: t][unchecked: g], column[unchecked: g], weight)
            }
          }
        }
      }
      x &+= 1
    }
    if step &+ 1 >= T {
      finishSlideQ8(
        isa, sums[unchecked: T &- 1], requantization, bytes, output, place, channel, count)
      output += outputBytes
      place += sumStride
    }
    for t in 1..<T { sums[unchecked: T &- t] = sums[unchecked: T &- t &- 1] }
    step &+= 1
  }
}

/// Requantises and writes the sums of one output of a block, or writes the sums.
@inlinable @inline(__always)
package func finishSlideQ8<V: IntegerISA, let G: Int>(
  _ isa: V.Type, _ sums: InlineArray<G, V.I>, _ requantization: RequantizationQ8,
  _ bytes: ByteOutput<V>, _ output: UnsafeMutablePointer<UInt8>,
  _ place: UnsafeMutablePointer<Int32>, _ channel: Int, _ count: Int
) {
  let lanes = V.I.scalarCount
  if requantization.epilogue == .raw {
    for g in 0..<G {
      UnsafeMutableRawPointer(place + g &* lanes).storeBytes(of: sums[unchecked: g], as: V.I.self)
    }
    return
  }
  let low = requantizedPairQ8(
    isa, requantization, (sums[unchecked: 0], sums[unchecked: 1]), channel)
  if G == 4 {
    let high = requantizedPairQ8(
      isa, requantization, (sums[unchecked: 2], sums[unchecked: 3]), channel &+ 2 &* lanes)
    V.store(bytes.bytes(isa, low, high), output, count: count)
  } else {
    V.storeLowHalf(bytes.bytes(isa, low, low), output, count: count)
  }
}

/// A vector of bytes, flipped.
///
/// As words, since the compiler tears an exclusive or of bytes apart when a shuffle follows it.
@inlinable @inline(__always)
package func flippedQ8<V: IntegerISA>(
  _ isa: V.Type, _ bytes: UnsafeRawPointer, _ flip: V.I
) -> V.B {
  unsafeBitCast(bytes.loadUnaligned(as: V.I.self) ^ flip, to: V.B.self)
}
