import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ReduceMinTests {
  @Test(arguments: RecordedCase.names(of: "REDUCE_MIN")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test(arguments: ReductionCase.all.indices) func everyType(index: Int) throws {
    let reduction = ReductionCase.all[index]
    var random = SplitMix64(seed: 1)
    let count = Shape(reduction.shape).elementCount
    func check<Element: TensorElement & Comparable>(_ data: [Element]) throws {
      let result = try reduction.test(.reduceMin, data).run()
      #expect(result.shapes == [reduction.output])
      let expected = reduction.groups(data).compactMap { $0.min() }
      #expect(result.values(Element.self) == expected)
    }
    try check(random.floats(count, -9, 9))
    try check(random.bytes(count))
    try check(random.integers(count, -128, 128, as: Int8.self))
    try check(random.integers(count, -32768, 32768, as: Int16.self))
    try check(random.integers(count, -99999, 99999, as: Int32.self))
    try check(random.integers(count, -99999, 99999, as: Int64.self))
  }

  @Test func refusals() {
    ReductionCase.checkRefusals(.reduceMin)
    let reduction = ReductionCase(shape: [1], axes: [0], keepsAxes: false)
    let schemes = (Quantization(scale: 1, zeroPoint: 0), Quantization(scale: 2, zeroPoint: 0))
    let message = "has an input and an output of unequal scales or zero points"
    let bytes = reduction.test(.reduceMin, [Int8]([1]), schemes.0, schemes.1)
    #expect(bytes.failure(.reference) == message)
    #expect(bytes.failure(.litert) == nil)
    let words = reduction.test(.reduceMin, [Int16]([1]), schemes.0, schemes.1)
    #expect(words.failure(.litert) == message)
  }
}
