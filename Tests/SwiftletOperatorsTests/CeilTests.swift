import SwiftletTestSupport
import Testing

@Suite struct CeilTests {
  @Test(arguments: RecordedCase.names(of: "CEIL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
