import SwiftletTestSupport
import Testing

@Suite struct ReduceProdTests {
  @Test(arguments: RecordedCase.names(of: "REDUCE_PROD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
