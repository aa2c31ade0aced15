import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct StridedSliceTests {
  @Test(arguments: RecordedCase.names(of: "STRIDED_SLICE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(
    begin: Int = 0, end: Int = 0, ellipsis: Int = 0, newAxis: Int = 0, shrink: Int = 0,
    offset: Bool = false
  ) -> StridedSliceOptions {
    var options = StridedSliceOptions()
    options.beginMask = begin
    options.endMask = end
    options.ellipsisMask = ellipsis
    options.newAxisMask = newAxis
    options.shrinkAxisMask = shrink
    options.offset = offset
    return options
  }

  private static func run(
    _ shape: Shape, _ begin: [Int], _ end: [Int], _ steps: [Int], _ options: StridedSliceOptions
  ) throws -> (Shape, [Int32]) {
    let data = (0..<shape.elementCount).map { Int32($0) }
    let result = try OperatorCase(
      .stridedSlice, options,
      [Operand(data, shape), .integers(begin), .integers(end), .integers(steps)],
      [.output(.int32)]
    ).run()
    return (result.shapes[0], result.values(Int32.self))
  }

  /// One axis of 5 elements against the rules of a slice.
  @Test(
    arguments: [
      (1, 4, 1, 0, 0, [1, 2, 3]), (-3, -1, 1, 0, 0, [2, 3]), (0, 0, -2, 1, 1, [4, 2, 0]),
      (-99, 99, 2, 0, 0, [0, 2, 4]), (4, 1, 1, 0, 0, []), (1, 4, -1, 0, 0, []),
      (3, -6, -1, 0, 0, [3, 2, 1, 0]), (2, 0, 1, 0, 1, [2, 3, 4]), (0, 2, 1, 1, 0, [0, 1]),
      (9, 0, -3, 0, 0, [4, 1]), (0, 5, 7, 0, 0, [0]),
    ] as [(Int, Int, Int, Int, Int, [Int32])])
  func line(begin: Int, end: Int, step: Int, open: Int, close: Int, expected: [Int32]) throws {
    let (shape, elements) = try Self.run(
      [5], [begin], [end], [step], Self.options(begin: open, end: close))
    #expect(elements == expected)
    #expect(shape == [expected.count])
  }

  @Test func masks() throws {
    let ellipsis = try Self.run(
      [2, 3, 4], [0, 1], [0, 2], [1, 1], Self.options(ellipsis: 1))
    #expect(ellipsis.0 == [2, 3, 1])
    #expect(ellipsis.1 == [1, 5, 9, 13, 17, 21])
    let added = try Self.run([3], [0, 1], [0, 3], [1, 1], Self.options(newAxis: 1))
    #expect(added.0 == [1, 2])
    #expect(added.1 == [1, 2])
    let shrunk = try Self.run([2, 3], [-1, 0], [0, 3], [1, 2], Self.options(shrink: 1))
    #expect(shrunk.0 == [2])
    #expect(shrunk.1 == [3, 5])
    let missing = try Self.run([2, 3], [1], [2], [1], Self.options())
    #expect(missing.0 == [1, 3])
    #expect(missing.1 == [3, 4, 5])
    let offset = try Self.run([9], [2], [3], [1], Self.options(offset: true))
    #expect(offset.1 == [2, 3, 4])
  }

  @Test func refusals() {
    func failure(_ begin: [Int], _ steps: [Int], _ options: StridedSliceOptions) -> String? {
      OperatorCase(
        .stridedSlice, options,
        [Operand([Int32]([1, 2, 3])), .integers(begin), .integers(begin), .integers(steps)],
        [.output(.int32)]
      ).failure()
    }
    #expect(failure([0], [0], Self.options()) == "has a step of 0")
    #expect(failure([0, 0], [1, 1], Self.options()) == "has bounds for 2 axes of 3")
    #expect(failure([0], [1, 1], Self.options()) == "has 1 starts, 1 ends and 2 steps")
    #expect(failure([3], [1], Self.options(shrink: 1)) == "takes element 3 of an axis of 3")
    #expect(failure([0], [1], Self.options(ellipsis: 3)) == "has more than one ellipsis")
  }

  /// As in LiteRT, an element that is not there is no error where nothing is read.
  @Test func nothingIsReadFromOutside() throws {
    let empty = try Self.run([1, 2], [7, 0], [0, 0], [1, 1], Self.options(shrink: 1))
    #expect(empty.0 == [0])
    #expect(empty.1 == [])
  }

  /// Bounds of 64 bits do not overflow.
  @Test func extremeBounds() throws {
    let test = OperatorCase(
      .stridedSlice, Self.options(offset: true),
      [
        Operand([Int32]([1, 2, 3])), Operand([Int64.max], isConstant: true),
        Operand([Int64.max], isConstant: true), Operand([Int64.min], isConstant: true),
      ], [.output(.int32)])
    #expect(try test.values(Int32.self) == [])
  }
}
