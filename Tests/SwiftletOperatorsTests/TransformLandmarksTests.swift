import SwiftletTestSupport
import Testing

@Suite struct TransformLandmarksTests {
  @Test(arguments: RecordedCase.names(of: "TransformLandmarks")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
