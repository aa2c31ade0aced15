import SwiftletTestSupport
import Testing

@Suite struct CallOnceTests {
  @Test(arguments: RecordedCase.names(of: "CALL_ONCE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
