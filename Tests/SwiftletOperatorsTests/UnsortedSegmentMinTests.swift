import SwiftletTestSupport
import Testing

@Suite struct UnsortedSegmentMinTests {
  @Test(arguments: RecordedCase.names(of: "UNSORTED_SEGMENT_MIN")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
