import SwiftletTestSupport
import Testing

@Suite struct IfTests {
  @Test(arguments: RecordedCase.names(of: "IF")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
