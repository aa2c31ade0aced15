import SwiftletTestSupport
import Testing

@Suite struct WhileTests {
  @Test(arguments: RecordedCase.names(of: "WHILE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
