import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct AbsTests {
  @Test func floats() throws {
    try UnaryCase.check(.abs, UnaryCase.values(-90, 90) + [-.infinity, .nan], within: 0) { abs($0) }
  }

  @Test func integersWrap() throws {
    let test = OperatorCase(.abs, nil, [Operand([Int32.min, -3, 4])], [.output(.int32)])
    #expect(try test.values(Int32.self) == [.min, 3, 4])
  }

  @Test(arguments: RecordedCase.names(of: "ABS")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func refusals() { UnaryCase.checkRefusals(.abs) }
}
