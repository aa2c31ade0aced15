import SwiftletTestSupport
import Testing

@Suite struct StablehloMaximumTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_MAXIMUM")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
