/// How sampled bytes become the numbers of a model's input.
///
/// Every channel has 256 possible values, so each is computed once. All arithmetic is single
/// precision in the order that is written here.
package struct PixelScaling: Sendable {
  /// What feeds one element of the tensor.
  package enum Channels: Sendable, Equatable {
    /// Red, green and blue in turn.
    case rgb
    /// One brightness: `0.299·R + 0.587·G + 0.114·B`, not rounded.
    case luma
  }

  /// What was asked for.
  private enum Rule: Sendable {
    case affine(scale: Float, offset: Float)
    case standardise(mean: [Float], deviation: [Float])
  }

  package let channels: Channels
  private let rule: Rule
  /// 256 values per channel.
  private let table: [Float]

  /// Metadata's normalisation: `v · scale + offset` with `offset = (0 − mean) / std` and
  /// `scale = ((255 − mean) / std − offset) / 255`.
  package init(mean: Float, deviation: Float, channels: Channels = .rgb) {
    let low = (0 - mean) / deviation
    let high = (255 - mean) / deviation
    self.init(.affine(scale: (high - low) / 255, offset: low), channels: channels)
  }

  /// The caller's normalisation: `(v − mean) / std`, one pair for all channels or one for each.
  package init(mean: [Float], deviation: [Float], channels: Channels = .rgb) {
    let count = channels == .rgb ? 3 : 1
    precondition([1, count].contains(mean.count) && [1, count].contains(deviation.count))
    func spread(_ values: [Float]) -> [Float] {
      values.count == count ? values : [Float](repeating: values[0], count: count)
    }
    self.init(
      .standardise(mean: spread(mean), deviation: spread(deviation)), channels: channels)
  }

  private init(_ rule: Rule, channels: Channels) {
    self.rule = rule
    self.channels = channels
    table = (0..<3 * 256).map { Self.apply(rule, Float($0 & 255), channel: $0 >> 8) }
  }

  private static func apply(_ rule: Rule, _ value: Float, channel: Int) -> Float {
    switch rule {
    case .affine(let scale, let offset): value * scale + offset
    case .standardise(let mean, let deviation):
      (value - mean[channel % mean.count]) / deviation[channel % deviation.count]
    }
  }

  /// Floating-point elements for sampled pixels.
  package func convert(_ rgb: [UInt8], into tensor: inout MutableSpan<Float>) {
    let bytes = rgb.span
    switch channels {
    case .rgb:
      precondition(tensor.count == bytes.count)
      for index in stride(from: 0, to: bytes.count - 2, by: 3) {
        tensor[index] = table[Int(bytes[index])]
        tensor[index + 1] = table[256 + Int(bytes[index + 1])]
        tensor[index + 2] = table[512 + Int(bytes[index + 2])]
      }
    case .luma:
      precondition(tensor.count == bytes.count / 3)
      for index in 0..<tensor.count {
        tensor[index] = Self.apply(rule, Self.luma(bytes, 3 * index), channel: 0)
      }
    }
  }

  /// Quantised elements: `clamp(rint(value / scale) + zeroPoint)`, ties to even.
  package func convert<Element: FixedWidthInteger>(
    _ rgb: [UInt8], into tensor: inout MutableSpan<Element>, scale: Float, zeroPoint: Int
  ) {
    func quantised(_ value: Float) -> Element {
      let steps = (value / scale).rounded(.toNearestOrEven)
      // NaN counts as zero; the bounds keep the conversion to an integer defined.
      let bounded = steps.isNaN ? 0 : max(-0x1p30, min(0x1p30, steps))
      return Element(clamping: Int(bounded) + zeroPoint)
    }
    let bytes = rgb.span
    switch channels {
    case .rgb:
      precondition(tensor.count == bytes.count)
      let integers = table.map(quantised)
      for index in stride(from: 0, to: bytes.count - 2, by: 3) {
        tensor[index] = integers[Int(bytes[index])]
        tensor[index + 1] = integers[256 + Int(bytes[index + 1])]
        tensor[index + 2] = integers[512 + Int(bytes[index + 2])]
      }
    case .luma:
      precondition(tensor.count == bytes.count / 3)
      for index in 0..<tensor.count {
        tensor[index] = quantised(Self.apply(rule, Self.luma(bytes, 3 * index), channel: 0))
      }
    }
  }

  private static func luma(_ rgb: Span<UInt8>, _ index: Int) -> Float {
    0.299 * Float(rgb[index]) + 0.587 * Float(rgb[index + 1]) + 0.114 * Float(rgb[index + 2])
  }
}
