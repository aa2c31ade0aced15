import SwiftletTestSupport
import Testing

@Suite struct BroadcastArgsTests {
  @Test(arguments: RecordedCase.names(of: "BROADCAST_ARGS")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
