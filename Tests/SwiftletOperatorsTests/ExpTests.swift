import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct ExpTests {
  @Test(arguments: RecordedCase.names(of: "EXP")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(
      .exp, UnaryCase.values(-87, 88) + [-.infinity, .infinity, .nan, -103, -104.5, 89], within: 2
    ) { exp($0) }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.exp) }
}
