import SwiftletTestSupport
import Testing

@Suite struct StablehloScatterTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_SCATTER")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
