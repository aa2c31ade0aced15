import SwiftletTestSupport
import Testing

@Suite struct BroadcastToTests {
  @Test(arguments: RecordedCase.names(of: "BROADCAST_TO")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
