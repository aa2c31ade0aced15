import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SqrtTests {
  @Test(arguments: RecordedCase.names(of: "SQRT")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(
      .sqrt, UnaryCase.values(0, 90) + [-1, .infinity, .nan, Float(bitPattern: 0x1234)], within: 0.5
    ) { $0.squareRoot() }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.sqrt) }
}
