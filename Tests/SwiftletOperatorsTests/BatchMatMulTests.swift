import SwiftletTestSupport
import Testing

@Suite struct BatchMatMulTests {
  @Test(arguments: RecordedCase.names(of: "BATCH_MATMUL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
