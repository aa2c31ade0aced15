import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct RoundTests {
  @Test(arguments: RecordedCase.names(of: "ROUND")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let values = UnaryCase.values(-90, 90) + [-0.5, 0.5, 1.5, 8_388_607.5, 1e20, -.infinity, .nan]
    try UnaryCase.check(.round, values, within: 0) { $0.rounded(.toNearestOrEven) }
  }
}
