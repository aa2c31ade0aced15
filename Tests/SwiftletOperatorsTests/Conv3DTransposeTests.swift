import SwiftletTestSupport
import Testing

@Suite struct Conv3DTransposeTests {
  @Test(arguments: RecordedCase.names(of: "CONV_3D_TRANSPOSE")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
