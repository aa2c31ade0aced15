import SwiftletTestSupport
import Testing

@Suite struct BitwiseXorTests {
  @Test(arguments: RecordedCase.names(of: "BITWISE_XOR")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
