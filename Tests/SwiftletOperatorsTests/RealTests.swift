import SwiftletTestSupport
import Testing

@Suite struct RealTests {
  @Test(arguments: RecordedCase.names(of: "REAL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
