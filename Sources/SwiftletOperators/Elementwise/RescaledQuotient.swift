internal import SwiftletFormat
internal import SwiftletTensor

/// The quotient of two quantised tensors in 32-bit fixed point.
struct RescaledQuotient: Sendable {
  private let aZero: Int32
  private let bZero: Int32
  private let outputZero: Int32
  private let limits: ClosedRange<Int32>
  private let multiplier: FixedPointMultiplier

  init(_ operands: Operands, activation: ActivationFunction) throws(OperatorError) {
    let a = try QuantizedElements(try operands.input(0), "input")
    let b = try QuantizedElements(try operands.input(1), "input")
    let output = try QuantizedElements(operands.outputs[0], "output")
    limits = try output.limits(of: activation)
    multiplier = FixedPointMultiplier(Double(a.scale / (b.scale * output.scale)))
    aZero = a.zeroPoint
    bZero = b.zeroPoint
    outputZero = output.zeroPoint
  }

  /// The quotient of two elements, or nil where the second stands for 0.
  func applied(to x: Int32, _ y: Int32) -> Int32? {
    let (dividend, divisor) = (x - aZero, y - bZero)
    guard divisor != 0 else { return nil }
    // The divisor is 1 + s times a power of two.
    let zeros = divisor.magnitude.leadingZeroBitCount
    let fraction = Int32(truncatingIfNeeded: Int64(divisor.magnitude) << Int64(zeros) - 1 << 31)
    let reciprocal = FixedPointSoftmax.reciprocal(onePlus: fraction)
    let signed = divisor > 0 ? reciprocal : -reciprocal
    let headroom = Self.leadingSignBits(dividend)
    let quotient = roundingDoublingHigh(dividend &<< Int32(headroom), signed)
    let shift = multiplier.exponent - (31 - zeros) - headroom
    let product = roundingDoublingHigh(quotient, multiplier.value)
    // A quotient below half a step is 0; LiteRT takes the count of the shift modulo 32.
    let scaled: Int32 =
      switch shift {
      case 1...: product &<< Int32(shift)
      case -31...0: roundingShift(product, by: -shift)
      default: 0
      }
    let moved = Int(scaled) + Int(outputZero)
    return Int32(min(max(moved, Int(limits.lowerBound)), Int(limits.upperBound)))
  }

  /// The bits after the first that equal the sign.
  private static func leadingSignBits(_ value: Int32) -> Int {
    (value < 0 ? ~value : value).leadingZeroBitCount - 1
  }
}
