import SwiftletTestSupport
import Testing

@Suite struct MfccTests {
  @Test(arguments: RecordedCase.names(of: "Mfcc")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
