import SwiftletTestSupport
import Testing

@Suite struct CosTests {
  @Test(arguments: RecordedCase.names(of: "COS")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
