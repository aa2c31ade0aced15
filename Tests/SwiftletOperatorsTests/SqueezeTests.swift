import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SqueezeTests {
  @Test(arguments: RecordedCase.names(of: "SQUEEZE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func test(_ shape: Shape, _ axes: [Int]) -> OperatorCase {
    var options = SqueezeOptions()
    options.squeezeDims = axes
    let data = (0..<shape.elementCount).map { Int8($0) }
    return OperatorCase(.squeeze, options, [Operand(data, shape)], [.output(.int8)])
  }

  @Test(
    arguments: [
      ([1, 2, 1, 3], [], [2, 3]), ([1, 2, 1, 3], [0], [2, 1, 3]),
      ([1, 2, 1, 3], [-2, 2], [1, 2, 3]),
      ([1, 1], [], []), ([2], [], [2]), ([1, 0], [0], [0]),
    ] as [([Int], [Int], [Int])])
  func axes(shape: [Int], axes: [Int], expected: [Int]) throws {
    let result = try Self.test(Shape(shape), axes).run()
    #expect(result.shapes == [Shape(expected)])
    #expect(result.values(Int8.self) == (0..<Shape(shape).elementCount).map { Int8($0) })
  }

  @Test func refusals() {
    #expect(Self.test([1, 2], [1]).failure() == "cannot remove axis 1 of 1×2")
    #expect(Self.test([1, 2], [2]).failure() == "cannot remove axis 2 of 1×2")
    #expect(Self.test([1, 2], [-3]).failure() == "cannot remove axis -3 of 1×2")
  }
}
