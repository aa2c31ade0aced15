import SwiftletTestSupport
import Testing

@Suite struct SkipGramTests {
  @Test(arguments: RecordedCase.names(of: "SKIP_GRAM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
