/// The layout of weights and per-channel parameters that the depthwise kernels read.
///
/// Channels are divided into blocks of `rowsPerWord` vectors. A block holds, for each group of
/// kernel rows, for each kernel column, for each vector, for each lane, the weights of the rows of
/// that group: 4 signed bytes or 2 16-bit integers less their zero point. Parameters have one
/// 32-bit value for each block, vector and lane. A kernel on pairs of taps sees its taps as rows of
/// one column.
@frozen @usableFromInline package struct DepthwisePacking {
  package let channels: Int
  package let kernelHeight: Int
  package let kernelWidth: Int
  /// Rows whose activations share a 32-bit word: 4 or 2.
  package let rowsPerWord: Int
  /// Lanes of the kernel's vectors.
  package let lanes: Int

  package init(channels: Int, kernelHeight: Int, kernelWidth: Int, rowsPerWord: Int, lanes: Int) {
    self.channels = channels
    self.kernelHeight = kernelHeight
    self.kernelWidth = kernelWidth
    self.rowsPerWord = rowsPerWord
    self.lanes = lanes
  }

  /// Whether the rest of the channels is left to vectors of half the width.
  @inlinable @inline(__always)
  package static func isNarrow(rest: Int, lanes: Int) -> Bool { lanes == 16 && rest <= 32 }

  /// The lanes of each block's vectors.
  private var blocks: [Int] {
    var blocks: [Int] = []
    var channel = 0
    while channel < channels {
      let isNarrow =
        rowsPerWord == 4 && Self.isNarrow(rest: channels - channel, lanes: lanes)
      blocks.append(isNarrow ? lanes / 2 : lanes)
      channel += rowsPerWord * (isNarrow ? lanes / 2 : lanes)
    }
    return blocks
  }

  /// The natural number of the channel at each packed place; numbers from `channels` up are
  /// padding.
  package var channelOrder: [Int32] {
    var order: [Int32] = []
    for lanes in blocks {
      let start = order.count
      for vector in 0..<rowsPerWord {
        for lane in 0..<lanes {
          let channel = 4 * rowsPerWord * (lane / 4) + 4 * vector + lane % 4
          order.append(Int32(start + channel))
        }
      }
    }
    return order
  }

  private var groups: Int { (kernelHeight + rowsPerWord - 1) / rowsPerWord }

  /// The bytes of packed weights.
  package var byteCount: Int {
    blocks.reduce(0, +) * rowsPerWord * groups * kernelWidth * 4
  }

  /// Packs weights `[row][column][channel]` into zeroed memory, and gives for each channel the sum
  /// of its packed weights and the sum of the magnitudes of its weights less their zero point.
  ///
  /// Weights that are packed as bytes must be `int8`, or `uint8` with a zero point of 128.
  package func pack(
    _ source: UnsafePointer<UInt8>, isUnsigned: Bool, zeroPoint: Int,
    into memory: UnsafeMutableRawPointer, sums: UnsafeMutablePointer<Int>,
    magnitudes: UnsafeMutablePointer<Int>
  ) {
    let order = channelOrder
    var start = 0
    for lanes in blocks {
      let block = memory + start &* groups &* kernelWidth &* 4
      // Four neighbouring places hold four neighbouring channels.
      var place = 0
      while place < rowsPerWord &* lanes {
        let channel = Int(order[start &+ place])
        let count = min(channels &- channel, 4)
        if count > 0 {
          packFour(
            source + channel, count, block + 4 &* place, tapBytes: 4 &* rowsPerWord &* lanes,
            flip: isUnsigned ? 0x80 : 0, zeroPoint: zeroPoint &- (isUnsigned ? 128 : 0),
            sums + channel, magnitudes + channel)
        }
        place &+= 4
      }
      start &+= rowsPerWord &* lanes
    }
  }

  /// Packs all taps of up to four neighbouring channels.
  @inline(__always)
  private func packFour(
    _ source: UnsafePointer<UInt8>, _ count: Int, _ target: UnsafeMutableRawPointer,
    tapBytes: Int, flip: UInt8, zeroPoint: Int, _ sums: UnsafeMutablePointer<Int>,
    _ magnitudes: UnsafeMutablePointer<Int>
  ) {
    let zero = SIMD4<Int32>(repeating: Int32(truncatingIfNeeded: zeroPoint))
    let bits = SIMD4<UInt32>(repeating: rowsPerWord == 4 ? 8 : 16)
    let mask = SIMD4<UInt32>(repeating: rowsPerWord == 4 ? 0xFF : 0xFFFF)
    var sum = SIMD4<Int32>(repeating: 0)
    var magnitude = SIMD4<Int32>(repeating: 0)
    for group in 0..<groups {
      let first = group &* rowsPerWord
      let rows = min(kernelHeight &- first, rowsPerWord)
      for column in 0..<kernelWidth {
        var words = SIMD4<UInt32>(repeating: 0)
        for row in 0..<rows {
          let tap = source + ((first &+ row) &* kernelWidth &+ column) &* channels
          var bytes = SIMD4<UInt8>(repeating: 0)
          if count == 4 {
            bytes = UnsafeRawPointer(tap).loadUnaligned(as: SIMD4<UInt8>.self)
          } else {
            for lane in 0..<count { bytes[lane] = tap[lane] }
          }
          let signed = SIMD4<Int8>(truncatingIfNeeded: bytes ^ SIMD4(repeating: flip))
          let value = SIMD4<Int32>(truncatingIfNeeded: signed) &- zero
          let sign = value &>> 31
          sum = sum &+ value
          magnitude = magnitude &+ ((value ^ sign) &- sign)
          let stored = SIMD4<UInt32>(truncatingIfNeeded: value) & mask
          words = words | (stored &<< (bits &* UInt32(truncatingIfNeeded: row)))
        }
        let word = target + (group &* kernelWidth &+ column) &* tapBytes
        for lane in 0..<count {
          word.storeBytes(of: words[lane], toByteOffset: 4 &* lane, as: UInt32.self)
        }
      }
    }
    for lane in 0..<count {
      sums[lane] = Int(sum[lane])
      magnitudes[lane] = Int(magnitude[lane])
    }
  }
}
