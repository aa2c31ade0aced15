import SwiftletTestSupport
import Testing

@Suite struct L2NormalizationTests {
  @Test(arguments: RecordedCase.names(of: "L2_NORMALIZATION")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
