import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct EluTests {
  @Test(arguments: RecordedCase.names(of: "ELU")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let extremes: [Float] = [-.infinity, .infinity, .nan, -0.0, -1e-38, -20, -100, 3e38]
    try UnaryCase.check(.elu, UnaryCase.values(-20, 20) + extremes, within: 3) {
      $0 < 0 ? expm1($0) : $0
    }
  }

  @Test(arguments: Arithmetic.allCases) func bytes(arithmetic: Arithmetic) throws {
    try UnaryCase.checkBytes(.elu, .int8, arithmetic) { input, output, x in
      UnaryCase.tabulated(input, output, x) { $0 < 0 ? expm1f($0) : $0 }
    }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.elu) }
}
