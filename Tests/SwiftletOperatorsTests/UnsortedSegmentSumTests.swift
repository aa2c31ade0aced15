import SwiftletTestSupport
import Testing

@Suite struct UnsortedSegmentSumTests {
  @Test(arguments: RecordedCase.names(of: "UNSORTED_SEGMENT_SUM")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
