import SwiftletTestSupport
import Testing

@Suite struct ReadVariableTests {
  @Test(arguments: RecordedCase.names(of: "READ_VARIABLE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
