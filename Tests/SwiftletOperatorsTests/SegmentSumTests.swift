import SwiftletTestSupport
import Testing

@Suite struct SegmentSumTests {
  @Test(arguments: RecordedCase.names(of: "SEGMENT_SUM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
