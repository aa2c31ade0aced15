import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct GatherTests {
  @Test(arguments: RecordedCase.names(of: "GATHER")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ axis: Int, _ batches: Int = 0) -> GatherOptions {
    var options = GatherOptions()
    options.axis = axis
    options.batchDims = batches
    return options
  }

  @Test(arguments: [0, 1, 2, -1]) func axes(axis: Int) throws {
    let place = axis < 0 ? axis + 3 : axis
    let shape: Shape = [3, 4, 5]
    let picks: [Int32] = [2, 0, 1, 1, 2, 0]
    var output = shape
    output.dimensions.replaceSubrange(place...place, with: [2, 3])
    try MovementCase.check(
      .gather, Self.options(axis), shape, to: output, inputs: { [$0, Operand(picks, [2, 3])] }
    ) { index in
      var source = index
      let pick = picks[index[place] * 3 + index[place + 1]]
      source.replaceSubrange(place...place + 1, with: [Int(pick)])
      return source
    }
  }

  @Test func batches() throws {
    let picks: [Int64] = [2, 0, 1, 1]
    try MovementCase.check(
      .gather, Self.options(2, 1), [2, 3, 4], to: [2, 3, 2],
      inputs: { [$0, Operand(picks, [2, 2])] }
    ) { [$0[0], $0[1], Int(picks[$0[0] * 2 + $0[2]])] }
  }

  @Test func scalarIndex() throws {
    let test = OperatorCase(
      .gather, Self.options(0), [Operand([Float]([5, 6, 7])), Operand([Int16]([1]), [])],
      [.output(.float32)])
    let result = try test.run()
    #expect(result.shapes == [[]])
    #expect(result.values(Float.self) == [6])
  }

  /// Indices come with the data, so that a wrong one is found while running.
  @Test(arguments: [-1, 3, Int32.max, Int32.min]) func faults(index: Int32) throws {
    let test = OperatorCase(
      .gather, Self.options(0), [Operand([Int8]([1, 2, 3])), Operand([0, index])],
      [.output(.int8)])
    #expect(try test.run().fault == .indexOutOfRange)
  }

  @Test func refusals() {
    func failure(_ options: GatherOptions, _ indices: Operand) -> String? {
      OperatorCase(
        .gather, options, [Operand([Int8]([1, 2]), [1, 2]), indices], [.output(.int8)]
      ).failure()
    }
    #expect(
      failure(Self.options(2), Operand([Int32]([0]))) == "has no axis 2 in an input of 1×2")
    #expect(
      failure(Self.options(0, 1), Operand([Int32]([0])))
        == "has 1 batch dimensions for an input of 1×2 and indices of 1")
    #expect(failure(Self.options(0), Operand([Float]([0]))) == "has indices of type float32")
  }
}
