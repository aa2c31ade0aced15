import SwiftletTestSupport
import Testing

@Suite struct UnsortedSegmentProdTests {
  @Test(arguments: RecordedCase.names(of: "UNSORTED_SEGMENT_PROD")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
