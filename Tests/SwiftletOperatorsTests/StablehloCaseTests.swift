import SwiftletTestSupport
import Testing

@Suite struct StablehloCaseTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_CASE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
