import SwiftletTestSupport
import Testing

@Suite struct FillTests {
  @Test(arguments: RecordedCase.names(of: "FILL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
