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

  /// Sets a column.
  @inline(__always)
  mutating func set(
    _ column: Int, _ topLeft: UInt32, _ topRight: UInt32, _ bottomLeft: UInt32,
    _ bottomRight: UInt32, across: Int, down: Int
  ) {
    words[column] = topLeft
    words[stride &+ column] = topRight
    words[2 &* stride &+ column] = bottomLeft
    words[3 &* stride &+ column] = bottomRight
    words[4 &* stride &+ column] = UInt32(truncatingIfNeeded: across) &* 0x1_0001
    words[5 &* stride &+ column] = UInt32(truncatingIfNeeded: down) &* 0x1_0001
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
