import SwiftletTestSupport
import Testing

@Suite struct L2Pool2DTests {
  @Test(arguments: RecordedCase.names(of: "L2_POOL_2D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
