import SwiftletTestSupport
import Testing

@Suite struct EqualTests {
  @Test(arguments: RecordedCase.names(of: "EQUAL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
