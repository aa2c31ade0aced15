import SwiftletTestSupport
import Testing

@Suite struct StablehloAndTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_AND")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
