import SwiftletTestSupport
import Testing

@Suite struct MaxPoolingWithArgmax2DTests {
  @Test(arguments: RecordedCase.names(of: "MaxPoolingWithArgmax2D")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
