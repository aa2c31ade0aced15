import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct FloorModTests {
  @Test(arguments: RecordedCase.names(of: "FLOOR_MOD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func divisionByZeroFaults() throws {
    let test = OperatorCase(
      .floorMod, nil, [Operand([Int32]([7, -7, 7])), Operand([Int32]([2, 0, -2]))],
      [.output(.int32)])
    let result = try test.run()
    #expect(result.fault == .divisionByZero)
    #expect(result.values(Int32.self) == [1, 0, -1])
  }
}
