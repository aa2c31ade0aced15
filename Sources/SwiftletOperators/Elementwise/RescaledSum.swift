internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// The sum or difference of two quantised tensors whose scales differ.
///
/// Both operands are shifted to the left, brought to twice the larger scale, added, and brought to
/// the scale of the output, each time in flavour D.
struct RescaledSum: Sendable {
  let a: QuantizedElements
  let b: QuantizedElements
  let output: QuantizedElements
  let limits: ClosedRange<Int32>
  let subtracts: Bool
  /// Fraction bits of the operands.
  private let fraction: Int
  private let aMultiplier: FixedPointMultiplier
  private let bMultiplier: FixedPointMultiplier
  private let outputMultiplier: FixedPointMultiplier

  init(
    _ operands: Operands, subtracts: Bool, activation: ActivationFunction
  ) throws(OperatorError) {
    a = try QuantizedElements(try operands.input(0), "input")
    b = try QuantizedElements(try operands.input(1), "input")
    output = try QuantizedElements(operands.outputs[0], "output")
    limits = try output.limits(of: activation)
    self.subtracts = subtracts
    fraction = output.type == .int16 ? 15 : 20
    let largest = 2 * Double(max(a.scale, b.scale))
    aMultiplier = FixedPointMultiplier(Double(a.scale) / largest)
    bMultiplier = FixedPointMultiplier(Double(b.scale) / largest)
    let unit = Float(1 << fraction) * output.scale
    outputMultiplier = FixedPointMultiplier(largest / Double(unit))
  }

  /// Throws where LiteRT's kernel aborts: it adds only where the sum is scaled down.
  func checkMultiplier() throws(OperatorError) {
    guard subtracts || outputMultiplier.exponent <= 0 else {
      throw .invalid("has an output scale of \(output.scale), too small for its inputs")
    }
  }

  /// XNNPACK's form with one rounding, or nil where it refuses the node.
  func weighted() -> WeightedByteSum? {
    let (left, right) = (a.scale / output.scale, b.scale / output.scale)
    let allowed: Range<Float> = 1 / 1024..<256
    guard allowed.contains(left), allowed.contains(right) else { return nil }
    let shift = 20 - Int32(max(left, right).exponent)
    let unit = Float(sign: .plus, exponent: Int(shift), significand: 1)
    let aFactor = Int32((left * unit).rounded(.toNearestOrEven))
    let magnitude = Int32((right * unit).rounded(.toNearestOrEven))
    let bFactor = subtracts ? -magnitude : magnitude
    let aZero = a.zeroPoint + a.unsignedOffset
    let bZero = b.zeroPoint + b.unsignedOffset
    let bias = (1 << (shift - 1)) &- aFactor &* aZero &- bFactor &* bZero
    return WeightedByteSum(
      aFactor: aFactor, bFactor: bFactor, bias: bias, shift: shift,
      range: output.byteRange(limits))
  }

  /// The arguments of the kernel, or nil where a sum is scaled up.
  func rescaled() -> RescaledByteSum? {
    guard outputMultiplier.exponent <= 0 else { return nil }
    func multiplier(_ fixed: FixedPointMultiplier) -> ByteMultiplier {
      ByteMultiplier(value: fixed.value, shift: Int32(-fixed.exponent))
    }
    return RescaledByteSum(
      aZero: a.zeroPoint + a.unsignedOffset, bZero: b.zeroPoint + b.unsignedOffset,
      a: multiplier(aMultiplier), b: multiplier(bMultiplier), out: multiplier(outputMultiplier),
      subtracts: subtracts, range: output.byteRange(limits))
  }

  /// How far each operand is shifted where all scales are powers of two, or nil.
  func powerShift() throws(OperatorError) -> (a: Int, b: Int)? {
    guard let left = Self.power(a.scale), let right = Self.power(b.scale),
      let result = Self.power(output.scale)
    else { return nil }
    guard left == result || right == result, left <= result, right <= result else {
      throw .invalid(
        "has int16 operands with the scales \(a.scale) and \(b.scale) for an output of "
          + "\(output.scale): one must be the same and none larger")
    }
    return (min(result - left, 31), min(result - right, 31))
  }

  /// What LiteRT's built-in kernel does with whole blocks of neighbouring elements.
  enum Blocks: Sendable {
    /// The same as with all others.
    case none
    /// Blocks of 16, in which operands are shifted once instead of to the left and back.
    case merged
    /// Blocks of 8, in which the shift to the right does not round.
    case shiftedDown

    fileprivate var size: Int {
      switch self {
      case .none: Int.max
      case .merged: 16
      case .shiftedDown: 8
      }
    }
  }

  /// A step that does one element after the other.
  func step<Element: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ name: String, on type: Element.Type, _ operands: Operands, blocks: Blocks
  ) throws(OperatorError) -> Step {
    try BinaryArithmetic.step(name, on: type, operands, block: blocks.size) {
      [self] x, y, isInBlock in
      let (x, y) = (Int32(x), Int32(y))
      return Element(truncatingIfNeeded: isInBlock ? sum(x, y, in: blocks) : sum(x, y))
    }
  }

  private func sum(_ x: Int32, _ y: Int32) -> Int32 {
    let left = aMultiplier.applied(to: (x - a.zeroPoint) << Int32(fraction))
    let right = bMultiplier.applied(to: (y - b.zeroPoint) << Int32(fraction))
    let total = outputMultiplier.applied(to: subtracts ? left &- right : left &+ right)
    return clamp(total &+ output.zeroPoint)
  }

  private func sum(_ x: Int32, _ y: Int32, in blocks: Blocks) -> Int32 {
    let left = scaled(x - a.zeroPoint, aMultiplier, in: blocks)
    let right = scaled(y - b.zeroPoint, bMultiplier, in: blocks)
    let total = outputMultiplier.applied(to: left &+ right)
    // Bytes pass through 16 bits that wrap.
    guard output.type != .int16 else { return clamp(total) }
    return clamp(Int32(Int16(truncatingIfNeeded: total) &+ Int16(output.zeroPoint)))
  }

  private func scaled(
    _ value: Int32, _ multiplier: FixedPointMultiplier, in blocks: Blocks
  ) -> Int32 {
    blocks == .merged
      ? roundingDoublingHigh(value << Int32(fraction + multiplier.exponent), multiplier.value)
      : roundingDoublingHigh(value << Int32(fraction), multiplier.value)
        >> Int32(-multiplier.exponent)
  }

  private func clamp(_ value: Int32) -> Int32 {
    min(max(value, limits.lowerBound), limits.upperBound)
  }

  private static func power(_ scale: Float) -> Int? {
    let exponent = Double.log2(Double(scale))
    let nearest = exponent.rounded(.toNearestOrAwayFromZero)
    return abs(exponent - nearest) < 1e-3 ? Int(nearest) : nil
  }
}
