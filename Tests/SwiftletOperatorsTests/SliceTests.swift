import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SliceTests {
  @Test(arguments: RecordedCase.names(of: "SLICE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(
    arguments: [
      ([5], [1], [3]), ([4, 5, 6], [1, 0, 2], [2, -1, 3]), ([4, 5], [4, 0], [0, 5]),
      ([2, 3, 4, 5, 6], [0, 1, 1, 0, 2], [-1, 2, 2, 5, -1]), ([3], [0], [-1]),
    ] as [([Int], [Int], [Int])])
  func boxes(shape: [Int], begin: [Int], sizes: [Int]) throws {
    let output = shape.indices.map { sizes[$0] == -1 ? shape[$0] - begin[$0] : sizes[$0] }
    try MovementCase.check(
      .slice, nil, Shape(shape), to: Shape(output),
      inputs: { [$0, .integers(begin), Operand(sizes.map { Int64($0) }, isConstant: true)] }
    ) { index in index.indices.map { index[$0] + begin[$0] } }
  }

  @Test func refusals() {
    func failure(_ begin: [Int64], _ sizes: [Int64]) -> String? {
      OperatorCase(
        .slice, nil,
        [
          Operand([Int32]([1, 2, 3])), Operand(begin, isConstant: true),
          Operand(sizes, isConstant: true),
        ], [.output(.int32)]
      ).failure()
    }
    #expect(failure([1], [3]) == "cannot take 3 elements from 1 on along axis 0 of 3")
    #expect(failure([-1], [1]) == "cannot take 1 elements from -1 on along axis 0 of 3")
    #expect(failure([4], [-1]) == "cannot take -1 elements from 4 on along axis 0 of 3")
    #expect(failure([0], [-2]) == "cannot take -2 elements from 0 on along axis 0 of 3")
    #expect(failure([0, 0], [1]) == "has 2 starts and 1 sizes for an input of 3")
    #expect(failure([.min], [.max])?.hasPrefix("cannot take") == true)
    #expect(failure([.max], [.min])?.hasPrefix("cannot take") == true)
  }
}
