import SwiftletTestSupport
import Testing

@Suite struct StablehloReduceWindowTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_REDUCE_WINDOW")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
