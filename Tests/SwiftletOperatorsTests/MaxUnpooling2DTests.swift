import SwiftletTestSupport
import Testing

@Suite struct MaxUnpooling2DTests {
  @Test(arguments: RecordedCase.names(of: "MaxUnpooling2D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
