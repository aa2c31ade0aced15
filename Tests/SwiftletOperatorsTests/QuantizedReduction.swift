import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Compares a reduction of bytes with the sum of each group, rounded by `function`.
func checkBytes(
  _ reduction: ReductionCase, _ type: ElementType, _ arithmetic: Arithmetic, _ ratio: Float,
  code: BuiltinOperator = .mean,
  function: (_ sum: Int, _ zero: Int, _ input: Float, _ output: Float, _ count: Int) -> Int
) throws {
  var random = SplitMix64(seed: 6)
  let low = type == .int8 ? -128 : 0
  let bytes = random.bytes(Shape(reduction.shape).elementCount)
  let input = Quantization(scale: 0.04, zeroPoint: low + random.integer(0, 256))
  let output = Quantization(scale: 0.04 / ratio, zeroPoint: low + random.integer(0, 256))
  func element(_ byte: UInt8) -> Int { type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte) }
  let expected = reduction.groups(bytes.map(element)).map { group in
    let value = function(
      group.reduce(0, +), input.zeroPoints[0], input.scales[0], output.scales[0], reduction.count)
    return ExactRounding.clamp(value + output.zeroPoints[0], low, low + 255)
  }
  let result = try reduction.test(code, bytes, input, output, type: type).run(arithmetic)
  #expect(result.bytes[0].map(element) == expected, "\(code) \(reduction) \(type) \(ratio)")
  #expect(result.shapes == [reduction.output])
}

/// The form of XNNPACK for MEAN and SUM.
func checkDelegated(
  _ code: BuiltinOperator, _ reduction: ReductionCase, _ type: ElementType, _ ratio: Float
) throws {
  var random = SplitMix64(seed: 7)
  let low = type == .int8 ? -128 : 0
  let bytes = random.bytes(Shape(reduction.shape).elementCount)
  let (zero, outputZero) = (low + random.integer(0, 256), low + random.integer(0, 256))
  let (s, o): (Float, Float) = (0.04, 0.04 / ratio)
  func element(_ byte: UInt8) -> Int { type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte) }
  let factor = code == .mean ? s / o * (1 / Float(reduction.count)) : s / o
  let bias = Float(outputZero) - Float(zero * reduction.count) * factor
  let expected = reduction.groups(bytes.map(element)).map { group in
    let real = (Float(group.reduce(0, +)) * factor + bias).rounded(.toNearestOrEven)
    return ExactRounding.clamp(Int(real), low, low + 255)
  }
  let result = try reduction.test(
    code, bytes, Quantization(scale: s, zeroPoint: zero),
    Quantization(scale: o, zeroPoint: outputZero), type: type
  ).run(.litert)
  #expect(result.bytes[0].map(element) == expected, "\(code) \(reduction) \(type) \(ratio)")
}
