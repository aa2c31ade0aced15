import SwiftletTestSupport
import Testing

@Suite struct BitcastTests {
  @Test(arguments: RecordedCase.names(of: "BITCAST")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
