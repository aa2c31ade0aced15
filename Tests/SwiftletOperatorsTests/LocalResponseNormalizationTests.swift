import SwiftletTestSupport
import Testing

@Suite struct LocalResponseNormalizationTests {
  @Test(arguments: RecordedCase.names(of: "LOCAL_RESPONSE_NORMALIZATION"))
  func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
