import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct FloorTests {
  @Test(arguments: RecordedCase.names(of: "FLOOR")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(
      .floor, UnaryCase.values(-90, 90) + [-1, -0.5, 1e30, -1e30, 8388607.5, .infinity, .nan],
      within: 0
    ) { $0.rounded(.down) }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.floor) }
}
