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

  /// Writes single-precision elements for sampled pixels.
  package func write(_ rgb: [UInt8], asFloat tensor: inout MutableRawSpan) {
    write(rgb, into: &tensor, table) { $0 }
  }

  /// Writes quantised elements: `clamp(rint(value / scale) + zeroPoint)`, ties to even.
  package func write<Element: FixedWidthInteger & BitwiseCopyable>(
    _ rgb: [UInt8], as type: Element.Type, scale: Float, zeroPoint: Int,
    into tensor: inout MutableRawSpan
  ) {
    func quantised(_ value: Float) -> Element {
      let steps = (value / scale).rounded(.toNearestOrEven)
      // NaN counts as zero; the bounds keep the conversion to an integer defined.
      let bounded = steps.isNaN ? 0 : max(-0x1p30, min(0x1p30, steps))
      return Element(clamping: Int(bounded) + zeroPoint)
    }
    write(rgb, into: &tensor, table.map(quantised), quantised)
  }

  /// Writes one element for each channel out of the table, or one for each pixel by the rule.
  private func write<Element: BitwiseCopyable>(
    _ rgb: [UInt8], into tensor: inout MutableRawSpan, _ elements: [Element],
    _ convert: (Float) -> Element
  ) {
    let size = MemoryLayout<Element>.stride
    let bytes = rgb.span
    switch channels {
    case .rgb:
      precondition(tensor.byteCount == bytes.count * size)
      for index in stride(from: 0, to: bytes.count - 2, by: 3) {
        let at = index * size
        tensor.storeBytes(
          of: elements[Int(bytes[index])], toByteOffset: at, as: Element.self)
        tensor.storeBytes(
          of: elements[256 + Int(bytes[index + 1])], toByteOffset: at + size, as: Element.self)
        tensor.storeBytes(
          of: elements[512 + Int(bytes[index + 2])], toByteOffset: at + 2 * size, as: Element.self)
      }
    case .luma:
      precondition(tensor.byteCount == bytes.count / 3 * size)
      for index in 0..<bytes.count / 3 {
        let value = Self.apply(rule, Self.luma(bytes, 3 * index), channel: 0)
        tensor.storeBytes(of: convert(value), toByteOffset: index * size, as: Element.self)
      }
    }
  }

  private static func luma(_ rgb: Span<UInt8>, _ index: Int) -> Float {
    0.299 * Float(rgb[index]) + 0.587 * Float(rgb[index + 1]) + 0.114 * Float(rgb[index + 2])
  }
}
