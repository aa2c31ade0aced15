import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct CeilTests {
  @Test(arguments: RecordedCase.names(of: "CEIL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let values = UnaryCase.values(-90, 90) + [-0.5, 0.5, 1.5, 8_388_607.5, 1e20, -.infinity, .nan]
    try UnaryCase.check(.ceil, values, within: 0) { $0.rounded(.up) }
  }
}
