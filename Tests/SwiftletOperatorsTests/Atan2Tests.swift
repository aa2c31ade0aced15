import SwiftletTestSupport
import Testing

@Suite struct Atan2Tests {
  @Test(arguments: RecordedCase.names(of: "ATAN2")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
