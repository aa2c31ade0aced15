import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct PadV2Tests {
  @Test(arguments: RecordedCase.names(of: "PADV2")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func value() throws {
    let bytes = OperatorCase(
      .padV2, nil,
      [
        Operand([UInt8]([1, 2]), [2, 1]), .integers([0, 1, 1, 0], [2, 2]),
        Operand([UInt8]([9]), []),
      ], [.output(.uint8)])
    #expect(try bytes.values(UInt8.self) == [9, 1, 9, 2, 9, 9])
    let floats = OperatorCase(
      .padV2, nil,
      [Operand([Float]([1])), .integers([2, 1], [1, 2]), Operand([-Float.infinity])],
      [.output(.float32)])
    #expect(try floats.values(Float.self) == [-.infinity, -.infinity, 1, -.infinity])
    let wide = OperatorCase(
      .padV2, nil,
      [Operand([Int64]([1])), .integers([0, 1], [1, 2]), Operand([Int64.min])], [.output(.int64)])
    #expect(try wide.values(Int64.self) == [1, .min])
  }

  @Test func refusals() {
    func failure(_ value: Operand) -> String? {
      let one = Quantization(scale: 1, zeroPoint: 0)
      return OperatorCase(
        .padV2, nil, [Operand([Int8]([1]), nil, one), .integers([0, 1], [1, 2]), value],
        [.output(.int8, one)]
      ).failure()
    }
    #expect(failure(Operand([Int16]([1]))) == "has a value of type int16 and shape 1")
    #expect(failure(Operand([Int8]([1, 2]))) == "has a value of type int8 and shape 2")
    #expect(
      failure(Operand([Int8]([1]), nil, Quantization(scale: 2, zeroPoint: 0)))
        == "has an input and a value of unequal scales or zero points")
  }
}
