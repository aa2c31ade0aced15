import SwiftletTestSupport
import Testing

@Suite struct UnsortedSegmentMaxTests {
  @Test(arguments: RecordedCase.names(of: "UNSORTED_SEGMENT_MAX")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
