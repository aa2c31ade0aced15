import SwiftletTestSupport
import Testing

@Suite struct BidirectionalSequenceLSTMTests {
  @Test(arguments: RecordedCase.names(of: "BIDIRECTIONAL_SEQUENCE_LSTM"))
  func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
