import SwiftletTestSupport
import Testing

@Suite struct HashtableSizeTests {
  @Test(arguments: RecordedCase.names(of: "HASHTABLE_SIZE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
