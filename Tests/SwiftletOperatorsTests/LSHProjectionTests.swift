import SwiftletTestSupport
import Testing

@Suite struct LSHProjectionTests {
  @Test(arguments: RecordedCase.names(of: "LSH_PROJECTION")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
