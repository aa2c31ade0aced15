import SwiftletTestSupport
import Testing

@Suite struct HashtableFindTests {
  @Test(arguments: RecordedCase.names(of: "HASHTABLE_FIND")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
