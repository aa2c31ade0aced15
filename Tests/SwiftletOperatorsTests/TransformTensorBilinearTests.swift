import SwiftletTestSupport
import Testing

@Suite struct TransformTensorBilinearTests {
  @Test(arguments: RecordedCase.names(of: "TransformTensorBilinear")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
