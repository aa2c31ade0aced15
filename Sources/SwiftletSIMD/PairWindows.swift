/// One line of the output of a depthwise convolution of 16-bit integers.
@frozen @usableFromInline package struct PairWindows {
  /// The first pixel of the image; vectors may be read past the last one.
  @usableFromInline package var input: UnsafePointer<Int16>
  @usableFromInline package var inputHeight: Int
  @usableFromInline package var inputWidth: Int
  @usableFromInline package var channels: Int
  /// The row and the column of the image under the first tap of the first window.
  @usableFromInline package var top: Int
  @usableFromInline package var left: Int
  @usableFromInline package var outputWidth: Int
  @usableFromInline package var strideWidth: Int
  @usableFromInline package var kernelHeight: Int
  @usableFromInline package var kernelWidth: Int
  @usableFromInline package var dilationHeight: Int
  @usableFromInline package var dilationWidth: Int
  /// `[row][column][padded channel]`: each weight in a word whose upper half is 0.
  @usableFromInline package var weights: UnsafePointer<Int32>
  /// Where sums go.
  @usableFromInline package var sums: UnsafeMutablePointer<Int32>
  /// Channels with padding to whole vectors: from one tap, or one pixel's sums, to the next.
  @usableFromInline package var paddedChannels: Int

  package init(
    input: UnsafePointer<Int16>, inputHeight: Int, inputWidth: Int, channels: Int, top: Int,
    left: Int, outputWidth: Int, strideWidth: Int, kernelHeight: Int, kernelWidth: Int,
    dilationHeight: Int, dilationWidth: Int, weights: UnsafePointer<Int32>,
    sums: UnsafeMutablePointer<Int32>, paddedChannels: Int
  ) {
    self.input = input
    self.inputHeight = inputHeight
    self.inputWidth = inputWidth
    self.channels = channels
    self.top = top
    self.left = left
    self.outputWidth = outputWidth
    self.strideWidth = strideWidth
    self.kernelHeight = kernelHeight
    self.kernelWidth = kernelWidth
    self.dilationHeight = dilationHeight
    self.dilationWidth = dilationWidth
    self.weights = weights
    self.sums = sums
    self.paddedChannels = paddedChannels
  }
}

/// The sums of a line; taps outside the image count as zero.
///
/// An activation, sign-extended to a word, meets a word whose upper half is 0, so that the product
/// of pairs is that of one.
@inlinable @inline(__always)
package func depthwisePairs<V: VectorISA>(_ isa: V.Type, _ line: UnsafePointer<PairWindows>) {
  let w = line.pointee
  let size = MemoryLayout<V.I>.size
  var sums = UnsafeMutableRawPointer(w.sums)
  var column = 0
  while column < w.outputWidth {
    let left = w.left &+ column &* w.strideWidth
    var channel = 0
    while channel < w.paddedChannels {
      var sum = V.I()
      var tapRow = 0
      while tapRow < w.kernelHeight {
        let y = w.top &+ tapRow &* w.dilationHeight
        if y >= 0 && y < w.inputHeight {
          var weights = UnsafeRawPointer(
            w.weights + (tapRow &* w.kernelWidth &* w.paddedChannels &+ channel))
          var x = left
          var tap = 0
          while tap < w.kernelWidth {
            if x >= 0 && x < w.inputWidth {
              let pixel = w.input + ((y &* w.inputWidth &+ x) &* w.channels &+ channel)
              sum = V.dotPairs(
                sum, V.widenedShorts(UnsafeRawPointer(pixel)),
                weights.loadUnaligned(as: V.I.self))
            }
            weights += w.paddedChannels &* 4
            x &+= w.dilationWidth
            tap &+= 1
          }
        }
        tapRow &+= 1
      }
      sums.storeBytes(of: sum, as: V.I.self)
      sums += size
      channel &+= V.I.scalarCount
    }
    column &+= 1
  }
}
