import SwiftletTestSupport
import Testing

@Suite struct LessEqualTests {
  @Test(arguments: RecordedCase.names(of: "LESS_EQUAL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
