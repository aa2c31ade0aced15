import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ExpandDimsTests {
  @Test(arguments: RecordedCase.names(of: "EXPAND_DIMS")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func test(_ shape: Shape, _ axis: Operand) -> OperatorCase {
    let data = (0..<shape.elementCount).map { Int64($0) }
    return OperatorCase(.expandDims, nil, [Operand(data, shape), axis], [.output(.int64)])
  }

  @Test(
    arguments: [
      (0, [1, 2, 3]), (1, [2, 1, 3]), (2, [2, 3, 1]), (-1, [2, 3, 1]), (-3, [1, 2, 3]),
    ] as [(Int, [Int])])
  func axes(axis: Int, expected: [Int]) throws {
    let result = try Self.test([2, 3], .integers([axis], [])).run()
    #expect(result.shapes == [Shape(expected)])
    #expect(result.values(Int64.self) == [0, 1, 2, 3, 4, 5])
  }

  @Test func refusals() {
    #expect(Self.test([2], .integers([2])).failure() == "cannot insert axis 2 into 2")
    #expect(Self.test([2], .integers([-3])).failure() == "cannot insert axis -3 into 2")
    #expect(
      Self.test([1, 1, 1, 1, 1, 1, 1, 1], .integers([0])).failure()
        == "needs one axis and an input of less than 8 dimensions")
    #expect(Self.test([2], Operand([Int32]([0]))).failure() == "Dynamic()")
  }
}
