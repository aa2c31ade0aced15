import SwiftletTestSupport
import Testing

@Suite struct RandomStandardNormalTests {
  @Test(arguments: RecordedCase.names(of: "RANDOM_STANDARD_NORMAL")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
