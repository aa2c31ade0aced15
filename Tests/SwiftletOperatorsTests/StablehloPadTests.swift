import SwiftletTestSupport
import Testing

@Suite struct StablehloPadTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_PAD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
