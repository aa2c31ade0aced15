import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct RsqrtTests {
  @Test(arguments: RecordedCase.names(of: "RSQRT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(.rsqrt, UnaryCase.values(0, 90) + [-1, .infinity, .nan], within: 2) {
      1 / $0.squareRoot()
    }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.rsqrt) }
}
