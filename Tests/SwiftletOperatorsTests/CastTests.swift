import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct CastTests {
  @Test(arguments: RecordedCase.names(of: "CAST")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private func cast<Source: TensorElement, Target: TensorElement>(
    _ values: [Source], to type: Target.Type
  ) throws -> [Target] {
    try OperatorCase(.cast, CastOptions(), [Operand(values)], [.output(Target.elementType)])
      .values(type)
  }

  @Test func floatsLoseTheirFractionAndSaturate() throws {
    let values: [Float] = [1.9, -1.9, 300, -300, 3e9, -3e9, .infinity, -.infinity, .nan]
    #expect(try cast(values, to: Int8.self) == [1, -1, 127, -128, 127, -128, 127, -128, 127])
    #expect(try cast(values, to: UInt8.self) == [1, 0, 255, 0, 255, 0, 255, 0, 255])
    #expect(
      try cast(values, to: Int32.self)
        == [1, -1, 300, -300, .max, .min, .max, .min, .max])
    #expect(
      try cast(values, to: Int64.self)
        == [1, -1, 300, -300, 3_000_000_000, -3_000_000_000, .max, .min, .max])
    #expect(
      try cast([0, -0.0, 0.1, .nan] as [Float], to: Bool.self) == [false, false, true, true])
    #expect(try cast([0.1, 1e300] as [Double], to: Float.self) == [0.1, .infinity])
  }

  @Test func integersWrap() throws {
    let values: [Int32] = [130, -129, 65_536, -1, 0]
    #expect(try cast(values, to: Int8.self) == [-126, 127, 0, -1, 0])
    #expect(try cast(values, to: UInt8.self) == [130, 127, 0, 255, 0])
    #expect(try cast(values, to: Int16.self) == [130, -129, 0, -1, 0])
    #expect(try cast(values, to: Int64.self) == [130, -129, 65_536, -1, 0])
    #expect(try cast(values, to: UInt32.self) == [130, .max - 128, 65_536, .max, 0])
    #expect(try cast(values, to: Float.self) == [130, -129, 65_536, -1, 0])
    #expect(try cast(values, to: Bool.self) == [true, true, true, true, false])
    #expect(try cast([Int64.max], to: Float.self) == [9.223_372e18])
    #expect(try cast([UInt8]([0, 200]), to: Int8.self) == [0, -56])
  }

  @Test func truthIsOne() throws {
    let test = OperatorCase(
      .cast, CastOptions(), [Operand([UInt8]([0, 1, 7]), type: .bool)], [.output(.float32)])
    #expect(try test.values(Float.self) == [0, 1, 1])
    #expect(try cast([true, false], to: Int32.self) == [1, 0])
  }

  @Test func sameType() throws {
    #expect(
      try cast([Float.nan, 1], to: Float.self).map(\.bitPattern) == [0x7FC0_0000, 0x3F80_0000])
  }

  @Test func refusals() {
    #expect(
      OperatorCase(.cast, CastOptions(), [Operand([Float]([1]))], [.output(.string)]).failure()
        == "has an output of type string")
    #expect(
      OperatorCase(
        .cast, CastOptions(), [Operand([UInt16]([1]), type: .uint64)], [.output(.int8)]
      ).failure() == "has an input of type uint64")
  }
}
