import SwiftletTestSupport
import Testing

@Suite struct ReduceAnyTests {
  @Test(arguments: RecordedCase.names(of: "REDUCE_ANY")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
