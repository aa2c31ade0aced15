import SwiftletTestSupport
import Testing

@Suite struct Landmarks2TransformMatrixTests {
  @Test(arguments: RecordedCase.names(of: "Landmarks2TransformMatrix")) func recorded(
    _ name: String
  ) throws {
    try RecordedCase.check(name)
  }
}
