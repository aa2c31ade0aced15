import SwiftletTestSupport
import Testing

@Suite struct StablehloCompositeTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_COMPOSITE")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
