import SwiftletTestSupport
import Testing

@Suite struct SignTests {
  @Test(arguments: RecordedCase.names(of: "SIGN")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
