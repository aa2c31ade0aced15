/// Rows of a depthwise convolution with any window, as sums over pairs of taps.
///
/// Weights and activations are 16-bit integers less their zero points, so that every product is
/// exact. Weights lie in blocks of two vectors of channels, parameters in the order of
/// `DepthwisePacking`.
@frozen @usableFromInline package struct DepthwiseQ8 {
  /// The image and the window; `channels` equals `pixelBytes`.
  @usableFromInline package var windows: WindowMatrix
  /// A pixel whose channels all are the zero point.
  @usableFromInline package var zeroPixel: UnsafePointer<UInt8>
  /// Room for one address for each tap, rounded up to an even number.
  @usableFromInline package var taps: UnsafeMutablePointer<UnsafePointer<UInt8>>
  @usableFromInline package var weights: UnsafeRawPointer
  @usableFromInline package var biases: UnsafePointer<Int32>
  @usableFromInline package var requantization: RequantizationQ8
  /// The first pixel of the first row.
  @usableFromInline package var output: UnsafeMutablePointer<UInt8>
  /// Rows of the output, counted over the whole batch.
  @usableFromInline package var firstRow: Int
  @usableFromInline package var rows: Int
  /// Where `raw` sums go, in packed order.
  @usableFromInline package var sums: UnsafeMutablePointer<Int32>
  /// Sums from one pixel to the next.
  @usableFromInline package var sumStride: Int

  package init(
    windows: WindowMatrix, zeroPixel: UnsafePointer<UInt8>,
    taps: UnsafeMutablePointer<UnsafePointer<UInt8>>, weights: UnsafeRawPointer,
    biases: UnsafePointer<Int32>, requantization: RequantizationQ8,
    output: UnsafeMutablePointer<UInt8>, firstRow: Int, rows: Int,
    sums: UnsafeMutablePointer<Int32>, sumStride: Int
  ) {
    self.windows = windows
    self.zeroPixel = zeroPixel
    self.taps = taps
    self.weights = weights
    self.biases = biases
    self.requantization = requantization
    self.output = output
    self.firstRow = firstRow
    self.rows = rows
    self.sums = sums
    self.sumStride = sumStride
  }
}

@inlinable @inline(__always)
package func depthwiseQ8<V: VectorISA>(_ isa: V.Type, _ row: UnsafePointer<DepthwiseQ8>) {
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
          taps.pointee = inside ? line + x &* w.pixelBytes : row.pointee.zeroPixel
          taps += 1
          tapColumn &+= 1
        }
        tapRow &+= 1
      }
      taps.pointee = row.pointee.zeroPixel
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
  let bytes = ByteOutput(isa, row.pointee.requantization)
  var channel = 0
  if row.pointee.requantization.epilogue == .raw {
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
    let first = requantizedPairQ8(isa, row, depthwiseBlockQ8(isa, row, channel), channel)
    let next = channel &+ block
    let second = requantizedPairQ8(isa, row, depthwiseBlockQ8(isa, row, next), next)
    V.storeHalves(
      bytes.bytes(isa, first, second), output + channel, output + next, count: block)
    channel &+= 2 &* block
  }
  while channel < channels {
    let pair = requantizedPairQ8(isa, row, depthwiseBlockQ8(isa, row, channel), channel)
    let target = output + channel
    V.storeHalves(bytes.bytes(isa, pair, pair), target, target, count: channels &- channel)
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
    let a = (V.widened(taps[0] + channel) ^ flip) &- zero
    let b = (V.widened(taps[1] + channel) ^ flip) &- zero
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
package func requantizedPairQ8<V: VectorISA>(
  _ isa: V.Type, _ row: UnsafePointer<DepthwiseQ8>, _ sums: (V.I, V.I), _ channel: Int
) -> V.H {
  let size = MemoryLayout<V.I>.size
  let factors = UnsafeRawPointer(row.pointee.requantization.factors + channel)
  let first = factors.loadUnaligned(as: V.I.self)
  let second = (factors + size).loadUnaligned(as: V.I.self)
  if row.pointee.requantization.epilogue == .scaled {
    return V.narrowed(
      V.scaled(sums.0, byFloatBits: first), V.scaled(sums.1, byFloatBits: second))
  }
  let halves = UnsafeRawPointer(row.pointee.requantization.halves + channel)
  let shifts = UnsafeRawPointer(row.pointee.requantization.shifts + channel)
  return V.narrowed(
    fixedQ8(
      isa, sums.0, first, halves.loadUnaligned(as: V.I.self), shifts.loadUnaligned(as: V.I.self)),
    fixedQ8(
      isa, sums.1, second, (halves + size).loadUnaligned(as: V.I.self),
      (shifts + size).loadUnaligned(as: V.I.self)))
}
