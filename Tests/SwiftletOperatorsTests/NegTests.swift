import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct NegTests {
  @Test(arguments: RecordedCase.names(of: "NEG")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    try UnaryCase.check(.neg, UnaryCase.values(-90, 90) + [-.infinity, .nan], within: 0) { -$0 }
  }

  @Test func integersWrap() throws {
    let test = OperatorCase(.neg, nil, [Operand([Int32.min, -3, 4])], [.output(.int32)])
    #expect(try test.values(Int32.self) == [.min, 3, -4])
    let wide = OperatorCase(.neg, nil, [Operand([Int64.min, -3])], [.output(.int64)])
    #expect(try wide.values(Int64.self) == [.min, 3])
  }

  @Test func refusals() { UnaryCase.checkRefusals(.neg) }
}
