import SwiftletTestSupport
import Testing

@Suite struct UnidirectionalSequenceLSTMTests {
  @Test(arguments: RecordedCase.names(of: "UNIDIRECTIONAL_SEQUENCE_LSTM"))
  func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
