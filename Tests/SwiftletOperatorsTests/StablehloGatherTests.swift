import SwiftletTestSupport
import Testing

@Suite struct StablehloGatherTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_GATHER")) func recorded(_ name: String) throws
  {
    try RecordedCase.check(name)
  }
}
