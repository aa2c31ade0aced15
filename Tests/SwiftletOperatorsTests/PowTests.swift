import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct PowTests {
  @Test(arguments: RecordedCase.names(of: "POW")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func negativeExponentFaults() throws {
    let test = OperatorCase(
      .pow, nil, [Operand([Int32]([7, 2])), Operand([Int32]([2, -1]))], [.output(.int32)])
    let result = try test.run()
    #expect(result.fault == .outsideDomain)
    #expect(result.values(Int32.self) == [49, 0])
  }
}
