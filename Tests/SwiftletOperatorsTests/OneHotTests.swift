import SwiftletTestSupport
import Testing

@Suite struct OneHotTests {
  @Test(arguments: RecordedCase.names(of: "ONE_HOT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
