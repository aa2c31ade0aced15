import SwiftletTestSupport
import Testing

@Suite struct DetectionPostProcessTests {
  @Test(arguments: RecordedCase.names(of: "TFLite_Detection_PostProcess")) func recorded(
    _ name: String
  ) throws {
    try RecordedCase.check(name)
  }
}
