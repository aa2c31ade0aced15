import SwiftletTestSupport
import Testing

@Suite struct LiteRtMaxUnpooling2DTests {
  @Test(arguments: RecordedCase.names(of: "LiteRtMaxUnpooling2D")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
