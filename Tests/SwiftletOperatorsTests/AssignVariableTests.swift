import SwiftletTestSupport
import Testing

@Suite struct AssignVariableTests {
  @Test(arguments: RecordedCase.names(of: "ASSIGN_VARIABLE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
