import SwiftletTestSupport
import Testing

@Suite struct SVDFTests {
  @Test(arguments: RecordedCase.names(of: "SVDF")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
