import SwiftletTestSupport
import Testing

@Suite struct StablehloRngBitGeneratorTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_RNG_BIT_GENERATOR")) func recorded(
    _ name: String
  ) throws {
    try RecordedCase.check(name)
  }
}
