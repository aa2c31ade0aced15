import SwiftletTestSupport
import Testing

@Suite struct ComplexAbsTests {
  @Test(arguments: RecordedCase.names(of: "COMPLEX_ABS")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
