import SwiftletTestSupport
import Testing

@Suite struct Conv3DTests {
  @Test(arguments: RecordedCase.names(of: "CONV_3D")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
