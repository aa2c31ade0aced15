import SwiftletTestSupport
import Testing

@Suite struct PowTests {
  @Test(arguments: RecordedCase.names(of: "POW")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
