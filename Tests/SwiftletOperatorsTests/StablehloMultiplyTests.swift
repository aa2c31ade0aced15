import SwiftletTestSupport
import Testing

@Suite struct StablehloMultiplyTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_MULTIPLY")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
