/// Rows of a depthwise convolution with any window, as sums over pairs of taps.
///
/// Weights and activations are 16-bit integers less their zero points, so that every product is
/// exact.
@inlinable @inline(__always)
package func depthwiseTapsQ8<V: VectorISA>(_ isa: V.Type, _ row: UnsafePointer<DepthwiseQ8>) {
  let w = row.pointee.windows
  let channels = w.channels
  let lineBytes = w.inputWidth &* w.pixelBytes
  var output = row.pointee.output
  var sums = row.pointee.sums
  var index = row.pointee.firstRow
  let end = index &+ row.pointee.rows
  while index < end {
    let image = index / w.outputHeight
    let top = (index &- image &* w.outputHeight) &* w.strideHeight &- w.padTop
    var column = 0
    while column < w.outputWidth {
      let left = column &* w.strideWidth &- w.padLeft
      var taps = row.pointee.taps
      var tapRow = 0
      while tapRow < w.kernelHeight {
        let y = top &+ tapRow &* w.dilationHeight
        let line = w.input + (image &* w.inputHeight &+ y) &* lineBytes
        var tapColumn = 0
        while tapColumn < w.kernelWidth {
          let x = left &+ tapColumn &* w.dilationWidth
          let inside = y >= 0 && y < w.inputHeight && x >= 0 && x < w.inputWidth
          taps.pointee = inside ? line + x &* w.pixelBytes : row.pointee.zeroLine
          taps += 1
          tapColumn &+= 1
        }
        tapRow &+= 1
      }
      if (w.kernelHeight &* w.kernelWidth) & 1 == 1 { taps.pointee = row.pointee.zeroLine }
      depthwisePixelQ8(isa, row, output, sums)
      output += channels
      sums += row.pointee.sumStride
      column &+= 1
    }
    index &+= 1
  }
}

/// All channels of one output pixel whose taps are known: blocks of four vectors, then of two.
@inlinable @inline(__always)
package func depthwisePixelQ8<V: VectorISA>(
  _ isa: V.Type, _ row: UnsafePointer<DepthwiseQ8>, _ output: UnsafeMutablePointer<UInt8>,
  _ sums: UnsafeMutablePointer<Int32>
) {
  let channels = row.pointee.windows.channels
  let block = V.I.scalarCount &* 2
  let requantization = row.pointee.requantization
  let bytes = ByteOutput(isa, requantization)
  var channel = 0
  if requantization.epilogue == .raw {
    while channel < channels {
      let (first, second) = depthwiseBlockQ8(isa, row, channel)
      let target = UnsafeMutableRawPointer(sums + channel)
      target.storeBytes(of: first, as: V.I.self)
      (target + MemoryLayout<V.I>.size).storeBytes(of: second, as: V.I.self)
      channel &+= block
    }
    return
  }
  while channels &- channel >= 2 &* block {
    let first = requantizedPairQ8(
      isa, requantization, depthwiseBlockQ8(isa, row, channel), channel)
    let next = channel &+ block
    let second = requantizedPairQ8(
      isa, requantization, depthwiseBlockQ8(isa, row, next), next)
    V.storeHalves(
      bytes.bytes(isa, first, second), output + channel, output + next, count: block)
    channel &+= 2 &* block
  }
  while channel < channels {
    let pair = requantizedPairQ8(
      isa, requantization, depthwiseBlockQ8(isa, row, channel), channel)
    let target = output + channel
    V.storeLowHalf(bytes.bytes(isa, pair, pair), target, count: channels &- channel)
    channel &+= block
  }
}

/// The sums of two vectors of channels.
@inlinable @inline(__always)
package func depthwiseBlockQ8<V: VectorISA>(
  _ isa: V.Type, _ row: UnsafePointer<DepthwiseQ8>, _ channel: Int
) -> (V.I, V.I) {
  let size = MemoryLayout<V.I>.size
  let window = row.pointee.windows.kernelHeight &* row.pointee.windows.kernelWidth
  let pairs = (window &+ 1) &>> 1
  let flip = V.H(repeating: Int16(row.pointee.windows.flip))
  let zero = V.H(repeating: Int16(row.pointee.windows.zeroPoint))
  var weights = row.pointee.weights + channel &* (pairs &* 4)
  let biases = UnsafeRawPointer(row.pointee.biases + channel)
  var low = biases.loadUnaligned(as: V.I.self)
  var high = (biases + size).loadUnaligned(as: V.I.self)
  var taps = row.pointee.taps
  var pair = 0
  while pair < pairs {
    let a = V.widened(taps[0] + channel, flip: flip, zeroPoint: zero)
    let b = V.widened(taps[1] + channel, flip: flip, zeroPoint: zero)
    low = V.dotPairs(low, V.interleavedLow(a, b), weights.loadUnaligned(as: V.I.self))
    high = V.dotPairs(high, V.interleavedHigh(a, b), (weights + size).loadUnaligned(as: V.I.self))
    weights += 2 &* size
    taps += 2
    pair &+= 1
  }
  return (low, high)
}

/// Two vectors of sums, requantised and narrowed to one vector in natural order.
@inlinable @inline(__always)
package func requantizedPairQ8<V: IntegerISA>(
  _ isa: V.Type, _ requantization: RequantizationQ8, _ sums: (V.I, V.I), _ place: Int
) -> V.H {
  V.narrowed(
    requantizedQ8(isa, requantization, sums.0, place),
    requantizedQ8(isa, requantization, sums.1, place &+ V.I.scalarCount))
}
