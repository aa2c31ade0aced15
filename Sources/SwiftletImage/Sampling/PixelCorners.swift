internal import SwiftletKernels
internal import SwiftletSIMD

/// The pixels around each position of a row of a tensor, and how they are blended.
struct PixelCorners {
  private let count: Int
  /// Six planes of one word for each column: the four pixels, and the weights of the right and of
  /// the lower ones in 32nds, twice in each word.
  private var words: [UInt32]
  private var blended: [UInt32]
  /// Columns of a plane; whole vectors of every instruction set.
  private let stride: Int
  private static let kernels = Kernels.widest.sampling

  init(count: Int) {
    self.count = count
    stride = (count + 15) / 16 * 16
    words = [UInt32](repeating: 0, count: 6 * stride)
    blended = [UInt32](repeating: 0, count: stride)
  }

  /// Sets all columns to the pixels around positions in 1/32 pixels; beyond the edges those at the
  /// edges.
  ///
  /// - Parameters:
  ///   - xs: Columns of the positions.
  ///   - ys: Rows of the positions.
  ///   - reader: The picture.
  ///   - isMirrored: Whether the picture is flipped left to right first.
  @inline(__always)
  mutating func gather<Reader: PixelReader & ~Escapable>(
    _ xs: Span<Int32>, _ ys: Span<Int32>, from reader: borrowing Reader, isMirrored: Bool
  ) {
    let (right, bottom) = (reader.width - 1, reader.height - 1)
    // Flips columns without a branch: right − x is (x ^ −1) + right + 1.
    let flip = isMirrored ? -1 : 0
    let origin = isMirrored ? right + 1 : 0
    let (count, stride) = (count, stride)
    var words = words.mutableSpan
    for column in 0..<count {
      let (x, y) = (Int(xs[column]), Int(ys[column]))
      let (left, top) = (x >> 5, y >> 5)
      let x0 = (min(max(left, 0), right) ^ flip) &+ origin
      let x1 = (min(max(left &+ 1, 0), right) ^ flip) &+ origin
      let y0 = min(max(top, 0), bottom)
      let y1 = min(max(top &+ 1, 0), bottom)
      words[column] = reader.pixel(x: x0, y: y0)
      words[stride &+ column] = reader.pixel(x: x1, y: y0)
      words[2 &* stride &+ column] = reader.pixel(x: x0, y: y1)
      words[3 &* stride &+ column] = reader.pixel(x: x1, y: y1)
      words[4 &* stride &+ column] = UInt32(truncatingIfNeeded: x & 31) &* 0x1_0001
      words[5 &* stride &+ column] = UInt32(truncatingIfNeeded: y & 31) &* 0x1_0001
    }
  }

  /// Blends the pixels of all columns.
  mutating func blend() {
    let stride = stride
    unsafe words.withUnsafeBufferPointer { source in
      unsafe blended.withUnsafeMutableBufferPointer { target in
        guard let from = source.baseAddress, let to = target.baseAddress else { return }
        unsafe Self.kernels.blend(from, to, stride)
      }
    }
  }

  /// Writes the blended pixels, three bytes each.
  func copy(into target: inout MutableSpan<UInt8>, at first: Int) {
    var at = first
    for column in 0..<count {
      let pixel = blended[column]
      target[at] = UInt8(truncatingIfNeeded: pixel)
      target[at &+ 1] = UInt8(truncatingIfNeeded: pixel >> 8)
      target[at &+ 2] = UInt8(truncatingIfNeeded: pixel >> 16)
      at &+= 3
    }
  }
}
