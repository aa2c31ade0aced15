import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct MaxPool2DTests {
  @Test(arguments: RecordedCase.names(of: "MAX_POOL_2D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: PoolingCase.all.indices) func floats(index: Int) throws {
    let window = PoolingCase.all[index]
    var random = SplitMix64(seed: 2)
    let data = random.floats(Shape(window.shape).elementCount, -30, -1)
    let test = OperatorCase(
      .maxPool2D, window.options(), [Operand(data, Shape(window.shape))], [.output(.float32)])
    let result = try test.run()
    #expect(result.shapes == [window.output])
    #expect(result.values(Float.self) == window.windows(data).map { $0.max() ?? 0 })
  }

  @Test(arguments: PoolingCase.all.indices, Arithmetic.allCases)
  func integers(index: Int, arithmetic: Arithmetic) throws {
    let window = PoolingCase.all[index]
    let shape = Shape(window.shape)
    var random = SplitMix64(seed: 3)
    let bytes = random.bytes(shape.elementCount)
    let unsigned = OperatorCase(
      .maxPool2D, window.options(), [Operand(bytes, shape)], [.output(.uint8)])
    #expect(
      try unsigned.values(UInt8.self, arithmetic) == window.windows(bytes).map { $0.max() ?? 0 })
    let elements = bytes.map { Int8(bitPattern: $0) }
    let quantization = Quantization(scale: 0.05, zeroPoint: -20)
    let signed = OperatorCase(
      .maxPool2D, window.options(.reluN1To1), [Operand(elements, shape, quantization)],
      [.output(.int8, quantization)])
    #expect(
      try signed.values(Int8.self, arithmetic)
        == window.windows(elements).map { min(max($0.max() ?? 0, -40), 0) })
    let words = bytes.map { Int16(Int($0) * 255 - 32768) }
    let wide = OperatorCase(
      .maxPool2D, window.options(), [Operand(words, shape)], [.output(.int16)])
    #expect(
      try wide.values(Int16.self, arithmetic) == window.windows(words).map { $0.max() ?? 0 })
  }

  @Test func refusals() { PoolingCase.checkRefusals(.maxPool2D) }
}
