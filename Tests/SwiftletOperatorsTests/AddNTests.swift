import SwiftletTestSupport
import Testing

@Suite struct AddNTests {
  @Test(arguments: RecordedCase.names(of: "ADD_N")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
