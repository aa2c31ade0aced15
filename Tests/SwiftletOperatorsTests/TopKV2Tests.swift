import SwiftletTestSupport
import Testing

@Suite struct TopKV2Tests {
  @Test(arguments: RecordedCase.names(of: "TOPK_V2")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
