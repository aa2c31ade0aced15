import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct UnpackTests {
  @Test(arguments: RecordedCase.names(of: "UNPACK")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ count: Int, _ axis: Int) -> UnpackOptions {
    var options = UnpackOptions()
    options.num = count
    options.axis = axis
    return options
  }

  @Test(arguments: -3...2) func axes(axis: Int) throws {
    let shape: Shape = [2, 3, 4]
    let place = axis < 0 ? axis + 3 : axis
    let data = (0..<24).map { UInt8($0) }
    let result = try OperatorCase(
      .unpack, Self.options(shape[place], axis), [Operand(data, shape)],
      (0..<shape[place]).map { _ in .output(.uint8) }
    ).run()
    var part = shape
    part.dimensions.remove(at: place)
    for output in 0..<shape[place] {
      let expected = MovementCase.indices(part).map { index in
        var source = index
        source.insert(output, at: place)
        return data[MovementCase.position(source, in: shape)]
      }
      #expect(result.shapes[output] == part)
      #expect(result.values(UInt8.self, output: output) == expected)
    }
  }

  @Test func refusals() {
    let input = Operand([Int8]([1, 2]))
    #expect(
      OperatorCase(.unpack, Self.options(3, 0), [input], [.output(.int8)]).failure()
        == "has 1 outputs instead of 3")
    #expect(
      OperatorCase(.unpack, Self.options(1, 0), [input], [.output(.int8)]).failure()
        == "cannot take 1 parts along axis 0 of 2")
  }
}
