import SwiftletTestSupport
import Testing

@Suite struct GatherNDTests {
  @Test(arguments: RecordedCase.names(of: "GATHER_ND")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
