import SwiftletTestSupport
import Testing

@Suite struct NotEqualTests {
  @Test(arguments: RecordedCase.names(of: "NOT_EQUAL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
