import SwiftletTestSupport
import Testing

@Suite struct NonMaxSuppressionV4Tests {
  @Test(arguments: RecordedCase.names(of: "NON_MAX_SUPPRESSION_V4")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
