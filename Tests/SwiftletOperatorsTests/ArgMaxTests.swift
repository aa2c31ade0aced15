import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ArgMaxTests {
  @Test(arguments: RecordedCase.names(of: "ARG_MAX")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: [0, 1, 2, -1], [ElementType.int32, .int64])
  func axes(axis: Int, type: ElementType) throws {
    let place = axis < 0 ? axis + 3 : axis
    let shape: Shape = [3, 4, 5]
    var random = SplitMix64(seed: 4)
    // Few different values, so that many are equal.
    let data = random.integers(60, -2, 3, as: Int8.self)
    var output = shape
    output.dimensions.remove(at: place)
    let expected = MovementCase.indices(output).map { index in
      let line = (0..<shape[place]).map { position in
        var source = index
        source.insert(position, at: place)
        return data[MovementCase.position(source, in: shape)]
      }
      return line.firstIndex(of: line.max() ?? 0) ?? -1
    }
    func check<Element: TensorElement>(_ values: [Element]) throws {
      let result = try OperatorCase(
        .argMax, nil, [Operand(values, shape), .integers([axis], [])], [.output(type)]
      ).run()
      let indices =
        type == .int32
        ? result.values(Int32.self).map { Int($0) } : result.values(Int64.self).map { Int($0) }
      #expect(indices == expected)
      #expect(result.shapes == [output])
    }
    try check(data)
    try check(data.map { UInt8(Int($0) + 100) })
    try check(data.map { Float($0) })
    try check(data.map { Int32($0) })
    try check(data.map { Int64($0) })
  }

  /// NaN loses against every number.
  @Test(
    arguments: [
      ([.nan, 1, 2], 2), ([1, .nan, 2], 2), ([.nan, .nan], 0), ([.nan, 3, 3], 1),
    ] as [([Float], Int32)])
  func notANumber(values: [Float], expected: Int32) throws {
    let test = OperatorCase(
      .argMax, nil, [Operand(values), .integers([0], [])], [.output(.int32)])
    #expect(try test.values(Int32.self) == [expected])
  }

  @Test func refusals() {
    func failure(_ input: Operand, _ axis: Int, _ type: ElementType = .int32) -> String? {
      OperatorCase(.argMax, nil, [input, .integers([axis], [])], [.output(type)]).failure()
    }
    #expect(
      failure(Operand([Float]([1])), 1) == "has an axis of [1] for an input of 1")
    #expect(failure(Operand([Float]()), 0) == "has an axis of [0] for an input of 0")
    #expect(
      failure(Operand([Float]([1])), 0, .float32)
        == "has an output of type float32 instead of int32 or int64")
    #expect(failure(Operand([Int16]([1])), 0) == "has an input of type int16")
  }
}
