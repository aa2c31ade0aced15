import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SubTests {
  @Test(arguments: RecordedCase.names(of: "SUB")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: ReferenceBroadcast.shapes.indices) func floats(index: Int) throws {
    let (a, b) = ReferenceBroadcast.shapes[index]
    let output = try #require(a.broadcast(with: b))
    var random = SplitMix64(seed: UInt64(index))
    let left = random.floats(a.elementCount, -4, 4)
    let right = random.floats(b.elementCount, -4, 4)
    let expected = ReferenceBroadcast.positions(a, b, output).map { left[$0.a] - right[$0.b] }
    let test = OperatorCase(
      .sub, SubOptions(), [Operand(left, a), Operand(right, b)], [.output(.float32)])
    #expect(try test.values(Float.self) == expected)
  }

  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytes(arithmetic: Arithmetic, type: ElementType) throws {
    var random = SplitMix64(seed: 5)
    for index in 0..<48 {
      let (a, b) = ReferenceBroadcast.shapes[index % ReferenceBroadcast.shapes.count]
      let sum = ReferenceSum(
        type, arithmetic, subtracts: true, ratio: random.uniform(0.02, 4), &random)
      try sum.check(a, b, random.bytes(a.elementCount), random.bytes(b.elementCount))
    }
  }

  /// Every pair of bytes at scales that give many ties.
  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func extremes(arithmetic: Arithmetic, type: ElementType) throws {
    var random = SplitMix64(seed: 6)
    let all = (0...UInt8.max).map { $0 }
    var sum = ReferenceSum(type, arithmetic, subtracts: true, ratio: 1, &random)
    (sum.aScale, sum.bScale, sum.outputScale) = (0.5, 0.25, 1)
    try sum.check([256, 1], [1, 256], all, all)
    sum.activation = .relu
    try sum.check([256, 1], [1, 256], all, all)
  }

  @Test func plainIntegersWrap() throws {
    let test = OperatorCase(
      .sub, SubOptions(), [Operand([Int64.min, 7]), Operand([Int64]([1, 9]))], [.output(.int64)])
    #expect(try test.values(Int64.self) == [.max, -2])
  }

  /// Unlike ADD, an output scale that is far too small is only clamped.
  @Test func tinyOutputScale() throws {
    let one = Quantization(scale: 1, zeroPoint: 0)
    let test = OperatorCase(
      .sub, SubOptions(),
      [Operand([Int8]([5, 0, 1]), nil, one), Operand([Int8]([1, 0, 3]), nil, one)],
      [.output(.int8, Quantization(scale: 1e-6, zeroPoint: 0))])
    #expect(try test.values(Int8.self, .reference) == [127, 0, -128])
  }

  @Test func refusals() {
    #expect(
      OperatorCase(
        .sub, SubOptions(), [Operand([Float]([1, 2])), Operand([Float]([1, 2, 3]))],
        [.output(.float32)]
      ).failure() == "cannot broadcast 2 and 3 together")
  }
}
