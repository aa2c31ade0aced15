import SwiftletTestSupport
import Testing

@Suite struct MaxPoolWithArgmaxTests {
  @Test(arguments: RecordedCase.names(of: "MaxPoolWithArgmax")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
