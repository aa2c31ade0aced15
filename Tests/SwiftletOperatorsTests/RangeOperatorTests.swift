import SwiftletTestSupport
import Testing

@Suite struct RangeOperatorTests {
  @Test(arguments: RecordedCase.names(of: "RANGE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
