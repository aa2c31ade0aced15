/// The triangles under which the magnitudes of a spectrum are summed: as many as there are channels, with
/// corners equally far apart in mel, `1127 · ln(1 + f / 700)`.
///
/// A frequency lies on the falling side of one triangle and on the rising side of the next.
@safe struct MelFilterbank {
  /// The channel on whose falling side a frequency lies; −1 before the first.
  private let channels: UnsafeMutablePointer<Int32>
  /// The weight on that side.
  private let weights: UnsafeMutablePointer<Double>
  /// The frequencies that count.
  private(set) var range: ClosedRange<Int>

  /// What sizes the triangles.
  struct Design: Sendable {
    let frequencyCount: Int
    let channelCount: Int
    let low: Double
    let high: Double

    /// The bytes of a filterbank: weights, then channels, then the range.
    var byteCount: Int { 16 * frequencyCount + 16 }
  }

  /// Takes memory that `prepare` has filled, or is going to fill.
  @unsafe init(_ memory: UnsafeMutableRawPointer, _ design: Design) {
    unsafe weights = memory.assumingMemoryBound(to: Double.self)
    unsafe channels = (memory + 8 * design.frequencyCount).assumingMemoryBound(to: Int32.self)
    let bounds = unsafe (memory + 16 * design.frequencyCount).assumingMemoryBound(to: Int64.self)
    let (first, last) = unsafe (Int(bounds[0]), Int(bounds[1]))
    range = first...max(first, last)
    isEmpty = last < first
  }

  /// Whether no frequency counts.
  let isEmpty: Bool

  private static func mel(_ frequency: Double) -> Double {
    1127 * Double.logarithmOfOnePlus(frequency / 700)
  }

  /// Fills the memory of a filterbank for a sample rate.
  @unsafe static func prepare(
    _ memory: UnsafeMutableRawPointer, _ design: Design, sampleRate: Int32
  ) {
    let count = design.frequencyCount
    let weights = unsafe memory.assumingMemoryBound(to: Double.self)
    let channels = unsafe (memory + 8 * count).assumingMemoryBound(to: Int32.self)
    let bounds = unsafe (memory + 16 * count).assumingMemoryBound(to: Int64.self)
    let low = mel(design.low)
    let spacing = (mel(design.high) - low) / Double(design.channelCount + 1)
    func centre(_ channel: Int) -> Double { low + spacing * Double(channel + 1) }
    let step = 0.5 * Double(sampleRate) / Double(count - 1)
    let limit = Double(Int32.max)
    let first = Int(min(1.5 + design.low / step, limit))
    let last = Int(min(design.high / step, limit))
    unsafe bounds[0] = Int64(first)
    unsafe bounds[1] = Int64(last)
    var channel = 0
    for index in 0..<count where index >= first && index <= last {
      let frequency = mel(Double(index) * step)
      while channel < design.channelCount, centre(channel) < frequency { channel += 1 }
      let falling = channel - 1
      unsafe channels[index] = Int32(truncatingIfNeeded: falling)
      unsafe weights[index] =
        falling >= 0
        ? (centre(channel) - frequency) / (centre(channel) - centre(falling))
        : (centre(0) - frequency) / (centre(0) - low)
    }
  }

  /// Adds the magnitudes of a spectrum of squares to the channels.
  func apply(
    _ squares: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Double>, channelCount: Int
  ) {
    for channel in 0..<channelCount { unsafe sums[channel] = 0 }
    guard !isEmpty else { return }
    for index in range {
      let magnitude = Double(unsafe squares[index]).squareRoot()
      let falling = magnitude * (unsafe weights[index])
      let channel = Int(unsafe channels[index])
      if channel >= 0 { unsafe sums[channel] += falling }
      if channel + 1 < channelCount { unsafe sums[channel + 1] += magnitude - falling }
    }
  }
}
