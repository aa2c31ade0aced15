import SwiftletTestSupport
import Testing

@Suite struct WhereTests {
  @Test(arguments: RecordedCase.names(of: "WHERE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
