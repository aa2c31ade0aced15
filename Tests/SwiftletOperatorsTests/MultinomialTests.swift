import SwiftletTestSupport
import Testing

@Suite struct MultinomialTests {
  @Test(arguments: RecordedCase.names(of: "MULTINOMIAL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
