import SwiftletTestSupport
import Testing

@Suite struct UnidirectionalSequenceRNNTests {
  @Test(arguments: RecordedCase.names(of: "UNIDIRECTIONAL_SEQUENCE_RNN"))
  func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
