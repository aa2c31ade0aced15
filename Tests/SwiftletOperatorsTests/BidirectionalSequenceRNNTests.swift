import SwiftletTestSupport
import Testing

@Suite struct BidirectionalSequenceRNNTests {
  @Test(arguments: RecordedCase.names(of: "BIDIRECTIONAL_SEQUENCE_RNN"))
  func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
