import SwiftletTestSupport
import Testing

@Suite struct VarHandleTests {
  @Test(arguments: RecordedCase.names(of: "VAR_HANDLE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
