import SwiftletTestSupport
import Testing

@Suite struct ReverseV2Tests {
  @Test(arguments: RecordedCase.names(of: "REVERSE_V2")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
