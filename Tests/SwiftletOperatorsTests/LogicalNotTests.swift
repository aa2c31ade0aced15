import SwiftletTestSupport
import Testing

@Suite struct LogicalNotTests {
  @Test(arguments: RecordedCase.names(of: "LOGICAL_NOT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
