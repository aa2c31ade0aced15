import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct PreluTests {
  @Test(arguments: RecordedCase.names(of: "PRELU")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let test = OperatorCase(
      .prelu, nil,
      [Operand([Float]([-2, 0, 3, -4, 5, -6]), [2, 3]), Operand([Float]([0.5, 2, -1]))],
      [.output(.float32)])
    #expect(try test.values(Float.self) == [-1, 0, 3, -2, 5, 6])
  }

  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytes(arithmetic: Arithmetic, type: ElementType) throws {
    let low = type == .int8 ? -128 : 0
    let all = (0...UInt8.max).map { $0 }
    let input = Quantization(scale: 0.05, zeroPoint: low + 120)
    let alpha = Quantization(scale: 0.01, zeroPoint: low + 90)
    let output = Quantization(scale: 0.04, zeroPoint: low + 140)
    func element(_ byte: UInt8) -> Int {
      type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
    }
    let test = OperatorCase(
      .prelu, nil,
      [
        Operand(all.flatMap { [UInt8](repeating: $0, count: 7) }, [256, 7], input, type: type),
        Operand([0, 3, 90, 128, 200, 254, 255] as [UInt8], [7], alpha, type: type),
      ], [.output(type, output)])
    let (s, a, o): (Float, Float, Float) = (0.05, 0.01, 0.04)
    let expected = all.flatMap { x in
      ([0, 3, 90, 128, 200, 254, 255] as [UInt8]).map { slope in
        let value = element(x) - input.zeroPoints[0]
        let product =
          value >= 0
          ? ExactRounding.twice(value, Double(s / o))
          : ExactRounding.twice(value * (element(slope) - alpha.zeroPoints[0]), Double(s * a / o))
        return ExactRounding.clamp(product + output.zeroPoints[0], low, low + 255)
      }
    }
    #expect(try test.run(arithmetic).bytes[0].map(element) == expected)
  }

  @Test func refusals() {
    #expect(
      OperatorCase(
        .prelu, nil, [Operand([Float]([1]), [1]), Operand([Float]([1, 2]))], [.output(.float32)]
      ).failure() == "cannot broadcast an alpha of 2 to 1")
    #expect(
      OperatorCase(
        .prelu, nil, [Operand([Int32]([1])), Operand([Int32]([1]))], [.output(.int32)]
      ).failure() == "has operands of type int32")
  }
}
