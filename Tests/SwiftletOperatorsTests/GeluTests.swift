import SwiftletTestSupport
import Testing

@Suite struct GeluTests {
  @Test(arguments: RecordedCase.names(of: "GELU")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
