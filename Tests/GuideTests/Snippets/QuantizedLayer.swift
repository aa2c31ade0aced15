/// A layer of three inputs and one output in `int8`: what a 1×1 convolution does for each pixel.
struct QuantizedLayer {
  var input = (scale: Float(0.5), zeroPoint: -3)
  var weights = (scale: Float(0.02), values: [25, -37, 45])
  var bias = 31
  var output = (scale: Float(0.1), zeroPoint: 4)

  /// The integer that stands for a real input.
  func quantized(_ real: Float) -> Int {
    clamped(Int((real / input.scale).rounded()) + input.zeroPoint)
  }

  /// The real that an integer of the output stands for.
  func real(_ integer: Int) -> Float {
    output.scale * Float(integer - output.zeroPoint)
  }

  /// The exact sum of products, in units of input scale × weight scale.
  func sum(_ x: [Int]) -> Int {
    zip(x, weights.values).reduce(bias) { $0 + ($1.0 - input.zeroPoint) * $1.1 }
  }

  /// LiteRT's default: a multiplication of floats, and halves to the even neighbour.
  func litert(_ x: [Int]) -> Int {
    let factor = input.scale * weights.scale / output.scale
    let steps = (Float(sum(x)) * factor).rounded(.toNearestOrEven)
    return clamped(Int(steps) + output.zeroPoint)
  }

  /// The real factor as a fraction of 31 bits and a power of two.
  var fraction: (value: Int, exponent: Int) {
    let factor = Double(input.scale) * Double(weights.scale) / Double(output.scale)
    let exponent = Int(factor.exponent) + 1
    let value = (factor.significand / 2 * 0x1p31).rounded()
    return (Int(value), exponent)
  }

  /// The reference kernels, which microcontrollers run: integers alone, rounded twice.
  func reference(_ x: [Int]) -> Int {
    let (value, exponent) = fraction
    let product = sum(x) * value
    // Half of the doubled product's high word, halves upwards.
    let high = (product + (1 << 30)) >> 31
    // Then the shift, halves away from zero.
    let (half, shift) = ((1 << -exponent) / 2, -exponent)
    let steps = high < 0 ? -((-high + half) >> shift) : (high + half) >> shift
    return clamped(steps + output.zeroPoint)
  }

  private func clamped(_ integer: Int) -> Int { min(max(integer, -128), 127) }
}
