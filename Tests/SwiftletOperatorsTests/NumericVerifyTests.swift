import SwiftletTestSupport
import Testing

@Suite struct NumericVerifyTests {
  @Test(arguments: RecordedCase.names(of: "NumericVerify")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
