import SwiftletTestSupport
import Testing

@Suite struct ImagTests {
  @Test(arguments: RecordedCase.names(of: "IMAG")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
