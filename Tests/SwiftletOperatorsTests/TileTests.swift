import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct TileTests {
  @Test(arguments: RecordedCase.names(of: "TILE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(
    arguments: [
      ([3], [4]), ([2, 3], [1, 2]), ([2, 3], [2, 1]), ([2, 1, 3], [2, 5, 2]), ([2, 3], [0, 2]),
      ([1, 1], [3, 3]), ([2, 2, 2, 2], [2, 1, 2, 1]),
    ] as [([Int], [Int])])
  func repeats(shape: [Int], multiples: [Int]) throws {
    let output = zip(shape, multiples).map { $0 * $1 }
    try MovementCase.check(
      .tile, nil, Shape(shape), to: Shape(output), inputs: { [$0, .integers(multiples)] }
    ) { index in index.indices.map { index[$0] % shape[$0] } }
  }

  @Test func refusals() {
    func failure(_ multiples: [Int64]) -> String? {
      OperatorCase(
        .tile, nil, [Operand([Int8]([1, 2])), Operand(multiples, isConstant: true)],
        [.output(.int8)]
      ).failure()
    }
    #expect(failure([-1]) == "has multiples of [-1] for 1 dimensions")
    #expect(failure([1, 1]) == "has multiples of [1, 1] for 1 dimensions")
    #expect(failure([.max]) == "repeats axis 0 of 2 9223372036854775807 times")
  }
}
