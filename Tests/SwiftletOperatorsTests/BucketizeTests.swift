import SwiftletTestSupport
import Testing

@Suite struct BucketizeTests {
  @Test(arguments: RecordedCase.names(of: "BUCKETIZE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }
}
