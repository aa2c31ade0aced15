import SwiftletTestSupport
import Testing

@Suite struct RoundTests {
  @Test(arguments: RecordedCase.names(of: "ROUND")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
