import SwiftletTestSupport
import Testing

@Suite struct FloorDivTests {
  @Test(arguments: RecordedCase.names(of: "FLOOR_DIV")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
