import SwiftletTestSupport
import Testing

@Suite struct ZerosLikeTests {
  @Test(arguments: RecordedCase.names(of: "ZEROS_LIKE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
