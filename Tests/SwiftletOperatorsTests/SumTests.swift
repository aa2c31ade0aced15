import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SumTests {
  @Test(arguments: RecordedCase.names(of: "SUM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: ReductionCase.all.indices) func floats(index: Int) throws {
    let reduction = ReductionCase.all[index]
    var random = SplitMix64(seed: 1)
    let data = random.floats(Shape(reduction.shape).elementCount, 1, 9)
    try reduction.test(.sum, data).expectFloats(
      reduction.groups(data).map { $0.reduce(0) { $0 + Double($1) } }, within: 8)
  }

  @Test(arguments: ReductionCase.all.indices, [ElementType.int8, .uint8])
  func bytes(index: Int, type: ElementType) throws {
    let reduction = ReductionCase.all[index]
    for ratio in [Float(0.05), 0.01, 0.1] {
      try checkBytes(reduction, type, .reference, ratio, code: .sum) { sum, zero, s, o, count in
        guard type == .int8 else {
          return ExactRounding.twice(sum - zero * count, Double(s) / Double(o))
        }
        let real = Float(sum) * (s / o) - Float(zero) * (s / o) * Float(count)
        return Int(real.rounded(.toNearestOrAwayFromZero))
      }
      if !reduction.axes.isEmpty { try checkDelegated(.sum, reduction, type, ratio) }
    }
  }

  @Test func integersWrap() throws {
    let reduction = ReductionCase(shape: [2, 2], axes: [1], keepsAxes: false)
    #expect(try reduction.test(.sum, [Int32.max, 1, 3, -4]).values(Int32.self) == [.min, -1])
    #expect(try reduction.test(.sum, [Int64.max, 1, 3, -4]).values(Int64.self) == [.min, -1])
  }

  @Test func refusals() { ReductionCase.checkRefusals(.sum) }
}
