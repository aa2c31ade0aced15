import SwiftletTestSupport
import Testing

@Suite struct DilateTests {
  @Test(arguments: RecordedCase.names(of: "DILATE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
