import SwiftletTestSupport
import Testing

@Suite struct SelectTests {
  @Test(arguments: RecordedCase.names(of: "SELECT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
