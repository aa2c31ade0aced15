import SwiftletTestSupport
import Testing

@Suite struct HashtableTests {
  @Test(arguments: RecordedCase.names(of: "HASHTABLE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
