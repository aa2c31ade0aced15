import SwiftletTestSupport
import Testing

@Suite struct SelectV2Tests {
  @Test(arguments: RecordedCase.names(of: "SELECT_V2")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
