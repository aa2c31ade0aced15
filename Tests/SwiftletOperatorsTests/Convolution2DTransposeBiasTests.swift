import SwiftletTestSupport
import Testing

@Suite struct Convolution2DTransposeBiasTests {
  @Test(arguments: RecordedCase.names(of: "Convolution2DTransposeBias")) func recorded(
    _ name: String
  ) throws {
    try RecordedCase.check(name)
  }
}
