import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct LogTests {
  @Test(arguments: RecordedCase.names(of: "LOG")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(
      .log,
      UnaryCase.values(0, 90) + [
        -1, -.infinity, .infinity, .nan, 1, Float(bitPattern: 0x1234), 3e38, 0.7071,
      ],
      within: 2
    ) { $0 < 0 ? .nan : log($0) }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.log) }
}
