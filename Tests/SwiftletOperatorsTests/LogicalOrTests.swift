import SwiftletTestSupport
import Testing

@Suite struct LogicalOrTests {
  @Test(arguments: RecordedCase.names(of: "LOGICAL_OR")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
