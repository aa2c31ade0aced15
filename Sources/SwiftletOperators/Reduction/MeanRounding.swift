/// How the sum of quantised elements becomes their mean, or a sum of another scale.
struct MeanRounding: Sendable {
  private let range: ClosedRange<Int32>
  private let zeroPoint: Int32
  /// The zero points within a sum.
  private let offset: Int32
  /// `sum · factor + bias` in `float32`, in which the zero points are part of the bias.
  private let real: (factor: Float, bias: Float)
  private let multiplier: FixedPointMultiplier
  /// The multiplier and the bias that stands for both zero points.
  private let biased: (multiplier: FixedPointMultiplier, bias: Int32)
  private let form: Form
  /// Whether it is the mean of nothing.
  private let isOfNothing: Bool

  /// Whose arithmetic it is.
  enum Form: Sendable {
    /// XNNPACK's: real, ties to even.
    case delegated
    /// That of LiteRT's built-in sum: real, ties away from zero, then the zero point.
    case real
    /// Flavour D.
    case fixed
    /// That of LiteRT's built-in mean over height and width: the zero points are rounded apart from
    /// the sum, which is in flavour U within `blocks` of 16 channels.
    case biased(channels: Int, blocks: Bool)
  }

  init(
    from input: QuantizedElements, to output: QuantizedElements, count: Int, divides: Bool,
    form: Form
  ) {
    self.form = form
    isOfNothing = divides && count == 0
    range = output.range
    zeroPoint = output.zeroPoint
    offset = Int32(truncatingIfNeeded: Int(input.zeroPoint) * count)
    let ratio = input.scale / output.scale
    if case .real = form {
      real = (ratio, -Float(input.zeroPoint) * ratio * Float(count))
    } else {
      let factor = divides ? ratio * (1 / Float(count)) : ratio
      real = (factor, Float(zeroPoint) - Float(offset) * factor)
    }
    let zero = Float(input.zeroPoint) * input.scale / output.scale
    let whole = FixedPointMultiplier(Double(input.scale) / Double(output.scale))
    biased = (
      FixedPointMultiplier(Double(input.scale / (Float(count) * output.scale))),
      output.zeroPoint &- Int32(saturating: zero.rounded(.toNearestOrAwayFromZero))
    )
    guard divides, count > 0 else {
      multiplier = whole
      return
    }
    // The division is taken into the multiplier, with as many more bits as there are.
    let shift = min(Int.bitWidth - 1 - count.leadingZeroBitCount, 32, 31 + whole.exponent)
    let value = (Int64(whole.value) << Int64(shift)) / Int64(count)
    multiplier = FixedPointMultiplier(
      value: Int32(truncatingIfNeeded: value), exponent: whole.exponent - shift)
  }

  /// The result for the sum that belongs to an element of the output.
  func result(of sum: Int32, at element: Int) -> Int32 {
    let value = Float(sum) * real.factor + real.bias
    switch form {
    case .delegated:
      let bounded = min(max(value, Float(range.lowerBound)), Float(range.upperBound))
      return Int32(saturating: bounded.rounded(.toNearestOrEven))
    case .real:
      return clamped(Int32(saturating: value.rounded(.toNearestOrAwayFromZero)), plus: zeroPoint)
    // The kernels of this form write bytes of 0 then, whatever the zero point.
    case .fixed where isOfNothing: return 0
    case .fixed: return clamped(multiplier.applied(to: sum &- offset), plus: zeroPoint)
    case .biased(let channels, let blocks):
      let isInBlock = blocks && element % channels < channels / 16 * 16
      let steps =
        isInBlock
        ? biased.multiplier.appliedRoundingUp(to: sum) : biased.multiplier.applied(to: sum)
      return clamped(steps, plus: biased.bias)
    }
  }

  private func clamped(_ steps: Int32, plus zero: Int32) -> Int32 {
    Int32(min(max(Int(steps) + Int(zero), Int(range.lowerBound)), Int(range.upperBound)))
  }
}
