import SwiftletTestSupport
import Testing

@Suite struct LogicalAndTests {
  @Test(arguments: RecordedCase.names(of: "LOGICAL_AND")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
