import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct TopKV2Tests {
  @Test(arguments: RecordedCase.names(of: "TOPK_V2")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private func test<Element: TensorElement>(
    _ x: [Element], _ shape: Shape, _ k: Int, indices: ElementType = .int32
  ) -> OperatorCase {
    OperatorCase(
      .topKV2, nil, [Operand(x, shape), .integers([k], [])],
      [.output(Element.elementType), .output(indices)])
  }

  /// Few different numbers, so that most comparisons are ties.
  @Test(arguments: [1, 2, 7, 32, 33]) func agreesWithSorting(k: Int) throws {
    var random = SplitMix64(seed: UInt64(k))
    let x = (0..<5 * 33).map { _ in Int8(random.integer(-4, 4)) }
    let result = try test(x, [5, 33], k).run()
    for row in 0..<5 {
      let sorted = (0..<33).sorted { a, b in
        let (left, right) = (x[33 * row + a], x[33 * row + b])
        return left > right || (left == right && a < b)
      }
      let places = row * k..<row * k + k
      #expect(
        result.values(Int32.self, output: 1)[places].elementsEqual(
          sorted.prefix(k).map { Int32($0) })
      )
      #expect(
        result.values(Int8.self)[places].elementsEqual(sorted.prefix(k).map { x[33 * row + $0] }))
    }
  }

  @Test func notANumberComesLast() throws {
    let result = try test([.nan, -1, .nan, .infinity, -.infinity] as [Float], [5], 5).run()
    #expect(result.values(Int32.self, output: 1) == [3, 1, 4, 0, 2])
  }

  @Test func refusals() {
    #expect(test([1, 2] as [Float], [2], 3).failure() == "takes 3 of 2 elements")
    #expect(
      test([Int8](repeating: 0, count: 32_769), [32_769], 1, indices: .int16).failure()
        == "has int16 indices for 32769 elements")
    #expect(
      test([1] as [Float], [], 1).failure() == "has an input of scalar and a number of scalar")
  }
}
