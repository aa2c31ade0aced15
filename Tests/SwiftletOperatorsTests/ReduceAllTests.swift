import SwiftletTestSupport
import Testing

@Suite struct ReduceAllTests {
  @Test(arguments: RecordedCase.names(of: "REDUCE_ALL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
