import SwiftletTestSupport
import Testing

@Suite struct RightShiftTests {
  @Test(arguments: RecordedCase.names(of: "RIGHT_SHIFT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
