import SwiftletTestSupport
import Testing

@Suite struct ReverseSequenceTests {
  @Test(arguments: RecordedCase.names(of: "REVERSE_SEQUENCE")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
