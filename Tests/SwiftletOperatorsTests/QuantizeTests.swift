import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct QuantizeTests {
  @Test(arguments: RecordedCase.names(of: "QUANTIZE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  /// Bytes of the same reals differ in the highest bit.
  @Test(arguments: Arithmetic.allCases, 0..<140)
  func flips(arithmetic: Arithmetic, count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
    let test = OperatorCase(
      .quantize, nil, [Operand(bytes, nil, Quantization(scale: 0.1, zeroPoint: 131))],
      [.output(.int8, Quantization(scale: 0.1, zeroPoint: 3))])
    #expect(
      try test.values(Int8.self, arithmetic) == bytes.map { Int8(bitPattern: $0 ^ 0x80) })
    let back = OperatorCase(
      .quantize, nil,
      [Operand(bytes.map { Int8(bitPattern: $0) }, nil, test.outputs[0].quantization)],
      [.output(.uint8, test.inputs[0]?.info.quantization)])
    #expect(try back.values(UInt8.self, arithmetic) == bytes.map { $0 ^ 0x80 })
  }

  /// Peers' results for ties.
  @Test(
    arguments: [
      (Arithmetic.reference, [-3, -2, -1, 1, 2, 3, 127, 127, -128]),
      (.litert, [-2, -2, 0, 0, 2, 2, 126, 127, -128]),
    ] as [(Arithmetic, [Int8])])
  func peerVectorOfFloats(arithmetic: Arithmetic, expected: [Int8]) throws {
    let test = OperatorCase(
      .quantize, nil, [Operand([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 126.5, 127.6, -129] as [Float])],
      [.output(.int8, Quantization(scale: 1, zeroPoint: 0))])
    #expect(try test.values(Int8.self, arithmetic) == expected)
  }

  @Test(
    arguments: [
      (Arithmetic.reference, 0.5, [-3, -3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4]),
      (.litert, 0.5, [-3, -3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3, 3, 4]),
      (.reference, 0.25, [-2, -2, -1, -1, -1, -1, 0, 0, 1, 1, 1, 1, 2, 2, 2]),
      (.litert, 0.25, [-2, -1, -1, -1, -1, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2]),
    ] as [(Arithmetic, Float, [Int8])])
  func peerVectorOfBytes(arithmetic: Arithmetic, scale: Float, expected: [Int8]) throws {
    let test = OperatorCase(
      .quantize, nil,
      [Operand((-7...7).map { Int8($0) }, nil, Quantization(scale: scale, zeroPoint: 0))],
      [.output(.int8, Quantization(scale: 1, zeroPoint: 0))])
    #expect(try test.values(Int8.self, arithmetic) == expected)
  }

  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func floats(arithmetic: Arithmetic, type: ElementType) throws {
    var random = SplitMix64(seed: 1)
    let low = type == .int8 ? -128 : 0
    for scale in [Float(0.1), 0.007, 3] {
      let zero = low + random.integer(0, 256)
      let ties = (-150...150).map { (Float($0) + 0.5) * scale }
      let data = random.floats(301, -300, 300) + ties + [.infinity, -.infinity, .nan, 3e38]
      let test = OperatorCase(
        .quantize, nil, [Operand(data)],
        [.output(type, Quantization(scale: scale, zeroPoint: zero))])
      let expected = data.map { value in
        guard !value.isNaN else { return zero }
        let steps =
          arithmetic == .litert
          ? (value * (1 / scale)).rounded(.toNearestOrEven)
          : (value / scale).rounded(.toNearestOrAwayFromZero)
        return ExactRounding.clamp(Int(min(max(steps, -1000), 1000)) + zero, low, low + 255)
      }
      let results = try test.run(arithmetic).bytes[0].map {
        type == .int8 ? Int(Int8(bitPattern: $0)) : Int($0)
      }
      #expect(results == expected)
    }
  }

  /// Between signed and unsigned bytes XNNPACK has no part: LiteRT's own kernel rounds blocks of
  /// 16 elements up and the rest away from zero.
  @Test(arguments: Arithmetic.allCases, [20, 16, 7, 256])
  func signedToUnsigned(arithmetic: Arithmetic, count: Int) throws {
    var random = SplitMix64(seed: 2)
    for ratio in [Float(1), 0.5, 0.37, 2.5] {
      let data = random.integers(count, -128, 128, as: Int8.self)
      let test = OperatorCase(
        .quantize, nil, [Operand(data, nil, Quantization(scale: 0.1, zeroPoint: -3))],
        [.output(.uint8, Quantization(scale: 0.1 / ratio, zeroPoint: 120))])
      let real = Double(Float(0.1)) / Double(0.1 / ratio)
      let expected = data.enumerated().map { index, element in
        let value = Int(element) + 3
        let rounded =
          arithmetic == .litert && index < count / 16 * 16
          ? ExactRounding.twiceUp(value, real) : ExactRounding.twice(value, real)
        return UInt8(ExactRounding.clamp(rounded + 120, 0, 255))
      }
      #expect(try test.values(UInt8.self, arithmetic) == expected)
    }
  }

  @Test(arguments: [ElementType.int8, .uint8]) func delegatedBytes(type: ElementType) throws {
    try UnaryCase.checkBytes(.quantize, type, .litert) { input, output, x in
      let ratio = (256 * (input.scales[0] / output.scales[0])).rounded(.toNearestOrEven)
      let product = (x - input.zeroPoints[0]) * Int(ratio)
      return ExactRounding.floorDivided(product + 128, by: 256) + output.zeroPoints[0]
    }
  }

  @Test(arguments: [ElementType.int8, .uint8]) func referenceBytes(type: ElementType) throws {
    try UnaryCase.checkBytes(.quantize, type, .reference) { input, output, x in
      let real = Double(input.scales[0]) / Double(output.scales[0])
      return ExactRounding.twice(x - input.zeroPoints[0], real) + output.zeroPoints[0]
    }
  }

  @Test(arguments: Arithmetic.allCases) func wideIntegers(arithmetic: Arithmetic) throws {
    func check<
      Source: FixedWidthInteger & TensorElement, Target: FixedWidthInteger & TensorElement
    >(
      _ data: [Source], _ target: Target.Type, ratio: Float
    ) throws {
      let output = Quantization(scale: 0.01 / ratio, zeroPoint: 0)
      let real = Double(Float(0.01)) / Double(output.scales[0])
      let test = OperatorCase(
        .quantize, nil, [Operand(data, nil, Quantization(scale: 0.01, zeroPoint: 0))],
        [.output(Target.elementType, output)])
      let expected = data.map { Target(clamping: ExactRounding.twice(Int($0), real)) }
      #expect(try test.values(target, arithmetic) == expected)
    }
    var random = SplitMix64(seed: 3)
    let words = random.integers(40, -32768, 32768, as: Int16.self) + [.min, .max]
    let longs = random.integers(40, -2_000_000, 2_000_000, as: Int32.self)
    try check(words, Int8.self, ratio: 0.004)
    try check(words, Int16.self, ratio: 1.7)
    try check(words, Int32.self, ratio: 300)
    try check([Int8]([-128, -1, 127]), Int16.self, ratio: 100)
    try check(longs, Int8.self, ratio: 0.0001)
    try check(longs, Int16.self, ratio: 0.01)
  }

  @Test(arguments: [(Arithmetic.reference, 3), (.litert, 2)] as [(Arithmetic, Int16)])
  func floatsToWords(arithmetic: Arithmetic, tie: Int16) throws {
    let test = OperatorCase(
      .quantize, nil, [Operand([2.5, -1e9, 1e9, .nan] as [Float])],
      [.output(.int16, Quantization(scale: 1, zeroPoint: 0))])
    #expect(try test.values(Int16.self, arithmetic) == [tie, -32768, 32767, 0])
  }

  @Test func refusals() {
    func failure(_ input: Operand, _ output: TensorInfo) -> String? {
      OperatorCase(.quantize, nil, [input], [output]).failure()
    }
    #expect(
      failure(Operand([Float]([1])), .output(.int8))
        == "has an output of type int8 without one scale")
    #expect(
      failure(
        Operand([Float]([1])),
        .output(.int8, Quantization(scales: [1, 2], zeroPoints: [0, 0], axis: 0)))
        == "has 2 scales along axis 0 of 1")
    #expect(
      failure(Operand([Float]([1])), .output(.int32))
        == "has an input of type float32 and an output of type int32")
    #expect(
      failure(
        Operand([Int32]([1]), nil, Quantization(scale: 1, zeroPoint: 5)),
        .output(.int8, Quantization(scale: 1, zeroPoint: 0)))
        == "has an int32 input without a positive scale and the zero point 0")
  }
}
