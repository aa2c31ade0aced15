import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ReshapeTests {
  @Test(arguments: RecordedCase.names(of: "RESHAPE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func test(
    _ shape: Shape, input target: Operand? = nil, option: [Int] = []
  ) -> OperatorCase {
    var options = ReshapeOptions()
    options.newShape = option
    let data = (0..<shape.elementCount).map { Float($0) }
    let inputs: [Operand?] = [Operand(data, shape)]
    return OperatorCase(
      .reshape, options, target == nil ? inputs : inputs + [target], [.output(.float32)])
  }

  @Test(
    arguments: [
      ([2, 3], [3, 2], [3, 2]), ([2, 3], [-1], [6]), ([2, 3, 4], [4, -1, 2], [4, 3, 2]),
      ([1], [], []), ([0, 3], [3, 0], [3, 0]), ([0, 3], [-1, 2], [0, 2]),
      ([4], [2, -1, 1], [2, 2, 1]),
    ] as [([Int], [Int], [Int])])
  func targets(shape: [Int], target: [Int], expected: [Int]) throws {
    let shape = Shape(shape)
    for test in [Self.test(shape, option: target), Self.test(shape, input: .integers(target))] {
      let result = try test.run()
      #expect(result.shapes == [Shape(expected)])
      #expect(result.values(Float.self) == (0..<shape.elementCount).map { Float($0) })
    }
  }

  @Test func inputBeatsOption() throws {
    let both = Self.test([4], input: .integers([2, 2]), option: [4, 1])
    #expect(try both.run().shapes == [[2, 2]])
    // A shape that is no list is ignored.
    let scalar = Self.test([4], input: .integers([2], []), option: [4, 1])
    #expect(try scalar.run().shapes == [[4, 1]])
  }

  @Test func oldScalar() throws {
    #expect(try Self.test([1, 1], option: [0]).run().shapes == [[]])
  }

  @Test func refusals() {
    #expect(Self.test([4], option: [3]).failure() == "cannot give 4 the shape [3]")
    #expect(Self.test([4], option: [-1, 3]).failure() == "cannot give 4 the shape [-1, 3]")
    #expect(
      Self.test([4], option: [-1, -1]).failure()
        == "has a target of [-1, -1], which may hold −1 once and nothing below")
    #expect(
      Self.test([4], option: [-2, 2]).failure()
        == "has a target of [-2, 2], which may hold −1 once and nothing below")
    #expect(
      Self.test([4], option: Array(repeating: 1, count: 9)).failure()
        == "has a target of 9 dimensions")
    #expect(
      Self.test([4], option: [-1, 1 << 31, 1 << 31, 4]).failure()
        == "has a target of [-1, 2147483648, 2147483648, 4], which is too large")
    #expect(Self.test([4], input: Operand([Int32]([4]))).failure() == "Dynamic()")
    #expect(
      Self.test([4], input: Operand([Float]([4]), isConstant: true)).failure()
        == "has a shape of type float32 instead of int32")
    #expect(
      OperatorCase(.reshape, nil, [Operand([Float]([1]), [])], [.output(.int32)]).failure()
        == "has an input of type float32 and an output of type int32")
  }
}
