import SwiftletTestSupport
import Testing

@Suite struct RankTests {
  @Test(arguments: RecordedCase.names(of: "RANK")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
