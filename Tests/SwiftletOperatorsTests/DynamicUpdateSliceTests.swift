import SwiftletTestSupport
import Testing

@Suite struct DynamicUpdateSliceTests {
  @Test(arguments: RecordedCase.names(of: "DYNAMIC_UPDATE_SLICE")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
