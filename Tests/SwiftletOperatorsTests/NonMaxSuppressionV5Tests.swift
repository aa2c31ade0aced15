import SwiftletTestSupport
import Testing

@Suite struct NonMaxSuppressionV5Tests {
  @Test(arguments: RecordedCase.names(of: "NON_MAX_SUPPRESSION_V5")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
