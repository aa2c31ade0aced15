import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct PackTests {
  @Test(arguments: RecordedCase.names(of: "PACK")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ count: Int, _ axis: Int) -> PackOptions {
    var options = PackOptions()
    options.valuesCount = count
    options.axis = axis
    return options
  }

  @Test(arguments: -3...2) func axes(axis: Int) throws {
    let shape: Shape = [2, 3]
    let parts = (0..<4).map { part in (0..<6).map { Int32(10 * part + $0) } }
    let result = try OperatorCase(
      .pack, Self.options(4, axis), parts.map { Operand($0, shape) }, [.output(.int32)]
    ).run()
    let place = axis < 0 ? axis + 3 : axis
    var output = shape
    output.dimensions.insert(4, at: place)
    let expected = MovementCase.indices(output).map { index in
      var source = index
      let part = source.remove(at: place)
      return parts[part][MovementCase.position(source, in: shape)]
    }
    #expect(result.shapes == [output])
    #expect(result.values(Int32.self) == expected)
  }

  @Test func scalarsAndNothing() throws {
    let scalars = OperatorCase(
      .pack, Self.options(2, 0), [Operand([Int64]([5]), []), Operand([Int64]([6]), [])],
      [.output(.int64)])
    #expect(try scalars.values(Int64.self) == [5, 6])
    let empty = OperatorCase(
      .pack, Self.options(1, 0), [Operand([Float](), [0, 2])], [.output(.float32)])
    #expect(try empty.run().shapes == [[1, 0, 2]])
  }

  @Test func refusals() {
    func failure(_ other: Operand, _ count: Int, _ axis: Int) -> String? {
      OperatorCase(
        .pack, Self.options(count, axis), [Operand([Int8]([1, 2])), other], [.output(.int8)]
      ).failure()
    }
    #expect(failure(Operand([Int8]([1])), 2, 0) == "has inputs of 2 and 1")
    #expect(failure(Operand([Int8]([1, 2])), 3, 0) == "has 2 inputs instead of 3")
    #expect(failure(Operand([Int8]([1, 2])), 2, 2) == "cannot add axis 2 to 1 dimensions")
  }
}
