import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct DivTests {
  @Test(arguments: RecordedCase.names(of: "DIV")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    var options = DivOptions()
    options.fusedActivation = .relu6
    try BinaryCase.checkFloats(.div, options) { min(max($0 / $1, 0), 6) }
    let test = OperatorCase(
      .div, DivOptions(), [Operand([Float]([1, -1, 0])), Operand([Float]([0, 0, 0]))],
      [.output(.float32)])
    let results = try test.values(Float.self)
    #expect(results[0] == .infinity && results[1] == -.infinity && results[2].isNaN)
  }

  @Test func integersLoseTheFraction() throws {
    let test = OperatorCase(
      .div, DivOptions(),
      [Operand([Int32]([-7, 7, .min, 9])), Operand([Int32]([2, -2, -1, 3]))], [.output(.int32)])
    let result = try test.run()
    #expect(result.values(Int32.self) == [-3, -3, .min, 3])
    #expect(result.fault == nil)
  }

  @Test func divisionByZero() throws {
    let test = OperatorCase(
      .div, DivOptions(), [Operand([Int32]([1, 2])), Operand([Int32]([1, 0]))], [.output(.int32)])
    #expect(try test.run().fault == .divisionByZero)
  }

  @Test func refusals() { BinaryCase.checkRefusals(.div) }
}
