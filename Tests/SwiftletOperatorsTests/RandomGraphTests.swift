import SwiftletTestSupport
import Testing

/// Random graphs with LiteRT's answers, which `Tests/Differential/fixed.py` chose and recorded.
@Suite struct RandomGraphTests {
  @Test(arguments: RecordedCase.names(of: "random")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func areThere() {
    #expect(RecordedCase.names(of: "random").count >= 100)
  }
}
