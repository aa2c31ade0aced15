import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct TransposeTests {
  @Test(arguments: RecordedCase.names(of: "TRANSPOSE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(
    arguments: [
      ([2, 3], [1, 0]), ([2, 3, 4, 5], [0, 2, 3, 1]), ([2, 3, 4, 5], [3, 1, 0, 2]),
      ([2, 3, 4, 5], [1, 0, 2, 3]), ([5, 1, 7], [1, 0, 2]), ([3, 0, 2], [2, 1, 0]),
      ([2, 2, 2, 2, 2, 2, 2, 2], [7, 0, 6, 1, 5, 2, 4, 3]), ([4], [0]), ([2, 3], [-1, -2]),
    ] as [([Int], [Int])])
  func permutations(shape: [Int], permutation: [Int]) throws {
    let axes = permutation.map { $0 < 0 ? $0 + shape.count : $0 }
    try MovementCase.check(
      .transpose, nil, Shape(shape), to: Shape(axes.map { shape[$0] }),
      inputs: { [$0, .integers(permutation)] }
    ) { index in
      var source = index
      for (place, axis) in axes.enumerated() { source[axis] = index[place] }
      return source
    }
  }

  @Test func refusals() {
    func failure(_ permutation: Operand) -> String? {
      OperatorCase(
        .transpose, nil, [Operand([Int32]([1, 2]), [1, 2]), permutation], [.output(.int32)]
      ).failure()
    }
    #expect(failure(.integers([0, 0])) == "has [0, 0] as a permutation of 2 axes")
    #expect(failure(.integers([1, 2])) == "has [1, 2] as a permutation of 2 axes")
    #expect(failure(.integers([0])) == "has [0] as a permutation of 2 axes")
    #expect(failure(Operand([Int32]([1, 0]))) == "Dynamic()")
    #expect(
      failure(Operand([Float]([1, 0]), isConstant: true))
        == "has float32 where it needs int32 or int64 values")
  }
}
