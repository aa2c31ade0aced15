import SwiftletTestSupport
import Testing

@Suite struct RandomUniformTests {
  @Test(arguments: RecordedCase.names(of: "RANDOM_UNIFORM")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
