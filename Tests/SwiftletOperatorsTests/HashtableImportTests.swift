import SwiftletTestSupport
import Testing

@Suite struct HashtableImportTests {
  @Test(arguments: RecordedCase.names(of: "HASHTABLE_IMPORT")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
