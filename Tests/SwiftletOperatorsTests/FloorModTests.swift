import SwiftletTestSupport
import Testing

@Suite struct FloorModTests {
  @Test(arguments: RecordedCase.names(of: "FLOOR_MOD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
