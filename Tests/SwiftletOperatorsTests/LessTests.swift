import SwiftletTestSupport
import Testing

@Suite struct LessTests {
  @Test(arguments: RecordedCase.names(of: "LESS")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
