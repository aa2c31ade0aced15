import SwiftletTestSupport
import Testing

@Suite struct ScatterNDTests {
  @Test(arguments: RecordedCase.names(of: "SCATTER_ND")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
