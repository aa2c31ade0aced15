import SwiftletTestSupport
import Testing

@Suite struct HashtableLookupTests {
  @Test(arguments: RecordedCase.names(of: "HASHTABLE_LOOKUP")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
