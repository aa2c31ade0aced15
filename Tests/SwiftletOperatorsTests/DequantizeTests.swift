import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct DequantizeTests {
  @Test(arguments: RecordedCase.names(of: "DEQUANTIZE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: [ElementType.int8, .uint8]) func bytes(type: ElementType) throws {
    let bytes = (0...UInt8.max).map { $0 }
    let zero = type == .int8 ? -17 : 100
    let test = OperatorCase(
      .dequantize, nil,
      [Operand(bytes, nil, Quantization(scale: 0.037, zeroPoint: zero), type: type)],
      [.output(.float32)])
    let expected = bytes.map { byte in
      let element = type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
      return Float(Double(Float(0.037)) * Double(element - zero))
    }
    #expect(try test.values(Float.self) == expected)
  }

  @Test func channels() throws {
    let quantization = Quantization(scales: [0.5, 2, 0.1], zeroPoints: [0, 1, -1], axis: 1)
    let test = OperatorCase(
      .dequantize, nil, [Operand((1...12).map { Int8($0) }, [2, 3, 2], quantization)],
      [.output(.float32)])
    let tenth: Float = 0.1
    #expect(
      try test.values(Float.self)
        == [0.5, 1, 4, 6, tenth * 6, tenth * 7, 3.5, 4, 16, 18, tenth * 12, tenth * 13])
  }

  @Test func words() throws {
    let test = OperatorCase(
      .dequantize, nil,
      [Operand([Int16]([-32768, 3, 32767]), nil, Quantization(scale: 0.25, zeroPoint: 0))],
      [.output(.float32)])
    #expect(try test.values(Float.self) == [-8192, 0.75, 8191.75])
  }

  @Test func halfBytes() throws {
    func values(_ type: ElementType, _ zero: Int) throws -> [Float] {
      try OperatorCase(
        .dequantize, nil,
        [
          Operand(
            [0xF1, 0x87, 0x0A] as [UInt8], [5], Quantization(scale: 0.5, zeroPoint: zero),
            type: type)
        ], [.output(.float32)]
      ).values(Float.self)
    }
    #expect(try values(.int4, 0) == [0.5, -0.5, 3.5, -4, -3])
    #expect(try values(.uint4, 8) == [-3.5, 3.5, -0.5, 0, 1])
  }

  /// Every number of 16 bits.
  @Test func halfPrecision() throws {
    let halves = (0...UInt16.max).map { Float16(bitPattern: $0) }
    let results = try OperatorCase(.dequantize, nil, [Operand(halves)], [.output(.float32)])
      .values(Float.self)
    for (half, result) in zip(halves, results) {
      #expect(half.isNaN ? result.isNaN : result == Float(half))
    }
    #expect(results[0x8000].sign == .minus)
  }

  @Test func refusals() {
    func failure(_ input: Operand, _ output: ElementType = .float32) -> String? {
      OperatorCase(.dequantize, nil, [input], [.output(output)]).failure()
    }
    #expect(failure(Operand([Int8]([1]))) == "has an input of type int8 without scales")
    #expect(
      failure(
        Operand([Int8]([1]), nil, Quantization(scales: [1, 2], zeroPoints: [0, 0], axis: 0)))
        == "has 2 scales along axis 0 of 1")
    #expect(
      failure(
        Operand([Int8]([1]), nil, Quantization(scales: [1, 2], zeroPoints: [0, 0], axis: 4)))
        == "has 2 scales along axis 4 of 1")
    #expect(
      failure(Operand([Int8]([1]), nil, Quantization(scale: 1, zeroPoint: 1 << 40)))
        == "has an input with a zero point outside int8")
    #expect(failure(Operand([Int32]([1]))) == "has an input of type int32")
    #expect(
      failure(Operand([Float16(1)]), .float16)
        == "has an output of type float16 instead of float32")
  }
}
