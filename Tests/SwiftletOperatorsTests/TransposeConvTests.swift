import SwiftletTestSupport
import Testing

@Suite struct TransposeConvTests {
  @Test(arguments: RecordedCase.names(of: "TRANSPOSE_CONV")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
