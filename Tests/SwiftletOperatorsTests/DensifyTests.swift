import SwiftletTestSupport
import Testing

@Suite struct DensifyTests {
  @Test(arguments: RecordedCase.names(of: "DENSIFY")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
