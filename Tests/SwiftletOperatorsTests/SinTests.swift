import SwiftletTestSupport
import Testing

@Suite struct SinTests {
  @Test(arguments: RecordedCase.names(of: "SIN")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
