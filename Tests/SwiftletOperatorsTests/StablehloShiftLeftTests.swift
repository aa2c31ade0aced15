import SwiftletTestSupport
import Testing

@Suite struct StablehloShiftLeftTests {
  @Test(arguments: RecordedCase.names(of: "STABLEHLO_SHIFT_LEFT")) func recorded(_ name: String)
    throws
  {
    try RecordedCase.check(name)
  }
}
