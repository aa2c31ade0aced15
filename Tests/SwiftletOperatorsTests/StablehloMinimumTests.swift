import SwiftletTestSupport
import Testing

@Suite struct StablehloMinimumTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_MINIMUM")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
