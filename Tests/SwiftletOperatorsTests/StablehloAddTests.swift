import SwiftletTestSupport
import Testing

@Suite struct StablehloAddTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_ADD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
