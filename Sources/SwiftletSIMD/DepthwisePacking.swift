/// The layout of weights and per-channel parameters that the depthwise kernel on pairs reads.
///
/// Channels are padded to a multiple of 32. A block of two vectors of channels holds, for each pair
/// of taps, for each vector, for each lane, two 16-bit weights less their zero point; parameters
/// have one 32-bit value for each block, vector and lane.
package enum DepthwisePacking {
  /// The number of channels with padding.
  package static func padded(_ channels: Int) -> Int { (channels + 31) & ~31 }

  /// The natural number of the channel at each packed place; numbers from `channels` up are
  /// padding.
  package static func channelOrder(channels: Int, lanes: Int) -> [Int32] {
    (0..<padded(channels)).map { place in
      let (block, rest) = (place / (2 * lanes), place % (2 * lanes))
      let (vector, lane) = (rest / lanes, rest % lanes)
      return Int32(block * 2 * lanes + 8 * (lane / 4) + 4 * vector + lane % 4)
    }
  }

  /// The bytes of packed weights.
  package static func byteCount(channels: Int, taps: Int) -> Int {
    padded(channels) * ((taps + 1) / 2) * 4
  }

  /// Packs weights `[tap][channel]` into zeroed memory, and gives the sum of magnitudes of each
  /// channel.
  package static func pack(
    _ source: UnsafePointer<UInt8>, channels: Int, taps: Int, isUnsigned: Bool,
    zeroPoint: Int, lanes: Int, into memory: UnsafeMutableRawPointer,
    magnitudes: UnsafeMutablePointer<Int>
  ) {
    let pairs = (taps + 1) / 2
    for (place, number) in channelOrder(channels: channels, lanes: lanes).enumerated() {
      let channel = Int(number)
      guard channel < channels else { continue }
      let (block, rest) = (place / (2 * lanes), place % (2 * lanes))
      var magnitude = 0
      for tap in 0..<taps {
        let byte = source[tap * channels + channel]
        let value =
          (isUnsigned ? Int(byte) : Int(Int8(bitPattern: byte))) - zeroPoint
        let word = (block * pairs + tap / 2) * 2 * lanes + rest
        memory.storeBytes(
          of: Int16(truncatingIfNeeded: value), toByteOffset: word * 4 + tap % 2 * 2,
          as: Int16.self)
        magnitude += abs(value)
      }
      magnitudes[channel] = magnitude
    }
  }
}
