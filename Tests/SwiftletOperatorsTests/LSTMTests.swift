import SwiftletTestSupport
import Testing

@Suite struct LSTMTests {
  @Test(arguments: RecordedCase.names(of: "LSTM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
