import SwiftletTestSupport
import Testing

@Suite struct GreaterEqualTests {
  @Test(arguments: RecordedCase.names(of: "GREATER_EQUAL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
