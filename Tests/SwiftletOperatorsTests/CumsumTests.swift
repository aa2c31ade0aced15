import SwiftletTestSupport
import Testing

@Suite struct CumsumTests {
  @Test(arguments: RecordedCase.names(of: "CUMSUM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
