import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct AveragePool2DTests {
  @Test(arguments: RecordedCase.names(of: "AVERAGE_POOL_2D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  /// Sums of ties, which both peers round away from zero.
  @Test(arguments: Arithmetic.allCases) func peerVector(arithmetic: Arithmetic) throws {
    let window = PoolingCase(
      shape: [4, 2, 2, 1], filter: (2, 2), stride: (2, 2), padding: .valid)
    let data: [Int8] = [-3, -4, -4, -4, -3, -3, -4, -4, 3, 3, 4, 4, 3, 4, 4, 4]
    let test = OperatorCase(
      .averagePool2D, window.options(), [Operand(data, [4, 2, 2, 1])], [.output(.int8)])
    #expect(try test.values(Int8.self, arithmetic) == [-4, -4, 4, 4])
  }

  @Test(arguments: PoolingCase.all.indices) func floats(index: Int) throws {
    let window = PoolingCase.all[index]
    var random = SplitMix64(seed: 2)
    let data = random.floats(Shape(window.shape).elementCount, -3, 9)
    let test = OperatorCase(
      .averagePool2D, window.options(.relu6), [Operand(data, Shape(window.shape))],
      [.output(.float32)])
    let expected = window.windows(data).map {
      min(max($0.reduce(0, +) / Float($0.count), 0), 6)
    }
    let result = try test.run(.reference)
    #expect(result.shapes == [window.output])
    #expect(result.values(Float.self) == expected)
    for (found, expected) in zip(try test.values(Float.self, .litert), expected) {
      #expect(abs(found - expected) <= 1e-6 * 9)
    }
  }

  @Test(arguments: PoolingCase.all.indices, Arithmetic.allCases)
  func bytes(index: Int, arithmetic: Arithmetic) throws {
    let window = PoolingCase.all[index]
    let shape = Shape(window.shape)
    var random = SplitMix64(seed: 3)
    let bytes = random.bytes(shape.elementCount)
    let unsigned = OperatorCase(
      .averagePool2D, window.options(), [Operand(bytes, shape)], [.output(.uint8)])
    #expect(
      try unsigned.values(UInt8.self, arithmetic)
        == window.windows(bytes).map { UInt8(Self.mean($0.map { Int($0) })) })
    let elements = bytes.map { Int8(bitPattern: $0) }
    let quantization = Quantization(scale: 0.05, zeroPoint: -20)
    let signed = OperatorCase(
      .averagePool2D, window.options(.relu6), [Operand(elements, shape, quantization)],
      [.output(.int8, quantization)])
    #expect(
      try signed.values(Int8.self, arithmetic)
        == window.windows(elements).map {
          Int8(ExactRounding.clamp(Self.mean($0.map { Int($0) }), -20, 100))
        })
  }

  @Test(arguments: PoolingCase.all.indices) func words(index: Int) throws {
    let window = PoolingCase.all[index]
    let shape = Shape(window.shape)
    var random = SplitMix64(seed: 4)
    let data = random.integers(shape.elementCount, -32768, 32768, as: Int16.self)
    let test = OperatorCase(
      .averagePool2D, window.options(), [Operand(data, shape)], [.output(.int16)])
    #expect(
      try test.values(Int16.self)
        == window.windows(data).map { Int16(Self.mean($0.map { Int($0) })) })
  }

  private static func mean(_ elements: [Int]) -> Int {
    let sum = elements.reduce(0, +)
    let half = elements.count / 2
    return (sum >= 0 ? sum + half : sum - half) / elements.count
  }

  @Test func refusals() {
    PoolingCase.checkRefusals(.averagePool2D)
    let window = PoolingCase(shape: [], filter: (300, 300), stride: (1, 1), padding: .same)
    #expect(
      OperatorCase(
        .averagePool2D, window.options(), [Operand([Int8]([1]), [1, 1, 1, 1])], [.output(.int8)]
      ).failure() == "has a window of more than 65536 elements")
  }
}
