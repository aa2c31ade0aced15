import SwiftletTestSupport
import Testing

@Suite struct ReduceWindowTests {
  @Test(arguments: RecordedCase.names(of: "REDUCE_WINDOW")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
