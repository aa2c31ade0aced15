import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SquareTests {
  @Test(arguments: RecordedCase.names(of: "SQUARE")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(.square, UnaryCase.values(-90, 90) + [1e30, .infinity, .nan], within: 0.5) {
      $0 * $0
    }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.square) }
}
