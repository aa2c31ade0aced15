import SwiftletTestSupport
import Testing

@Suite struct RNNTests {
  @Test(arguments: RecordedCase.names(of: "RNN")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
