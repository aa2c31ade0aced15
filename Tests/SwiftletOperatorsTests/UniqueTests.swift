import SwiftletTestSupport
import Testing

@Suite struct UniqueTests {
  @Test(arguments: RecordedCase.names(of: "UNIQUE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
