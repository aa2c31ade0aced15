import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SplitTests {
  @Test(arguments: RecordedCase.names(of: "SPLIT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ count: Int) -> SplitOptions {
    var options = SplitOptions()
    options.numSplits = count
    return options
  }

  @Test(arguments: [(0, 2), (1, 3), (2, 4), (-1, 2), (1, 1)] as [(Int, Int)])
  func parts(axis: Int, count: Int) throws {
    let shape: Shape = [2, 3, 4]
    let data = (0..<24).map { Float($0) }
    let test = OperatorCase(
      .split, Self.options(count), [.integers([axis], []), Operand(data, shape)],
      (0..<count).map { _ in .output(.float32) })
    let result = try test.run()
    let place = axis < 0 ? axis + 3 : axis
    var part = shape
    part[place] = shape[place] / count
    for output in 0..<count {
      let expected = MovementCase.indices(part).map { index in
        var source = index
        source[place] += output * part[place]
        return data[MovementCase.position(source, in: shape)]
      }
      #expect(result.shapes[output] == part)
      #expect(result.values(Float.self, output: output) == expected)
    }
  }

  @Test func refusals() {
    func failure(_ axis: Int, _ count: Int, outputs: Int) -> String? {
      OperatorCase(
        .split, Self.options(count), [.integers([axis], []), Operand([Int8]([1, 2, 3]))],
        (0..<outputs).map { _ in .output(.int8) }
      ).failure()
    }
    #expect(failure(0, 2, outputs: 2) == "cannot cut axis 0 of 3 into 2 equal parts")
    #expect(failure(1, 3, outputs: 3) == "has an axis of [1] for an input of 3")
    #expect(failure(0, 3, outputs: 2) == "has 2 outputs instead of 3")
  }
}
