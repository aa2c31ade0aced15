import SwiftletTestSupport
import Testing

@Suite struct Rfft2DTests {
  @Test(arguments: RecordedCase.names(of: "RFFT2D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
