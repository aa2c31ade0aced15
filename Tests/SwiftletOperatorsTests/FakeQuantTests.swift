import SwiftletTestSupport
import Testing

@Suite struct FakeQuantTests {
  @Test(arguments: RecordedCase.names(of: "FAKE_QUANT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
