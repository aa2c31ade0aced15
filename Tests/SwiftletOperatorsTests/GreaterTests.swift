import SwiftletTestSupport
import Testing

@Suite struct GreaterTests {
  @Test(arguments: RecordedCase.names(of: "GREATER")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
