import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct Relu6Tests {
  @Test(arguments: RecordedCase.names(of: "RELU6")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let values = UnaryCase.values(-9, 9) + [-.infinity, .infinity, .nan, -0.0]
    try UnaryCase.check(.relu6, values, within: 0) {
      $0.isNaN ? $0 : min(max($0, 0), 6)
    }
  }

  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytes(arithmetic: Arithmetic, type: ElementType) throws {
    try UnaryCase.checkBytes(.relu6, type, arithmetic) { input, output, x in
      let zero = output.zeroPoints[0]
      func step(_ real: Float) -> Int {
        guard real.isFinite else { return real < 0 ? -1000 : 1000 }
        return zero + Int((real / output.scales[0]).rounded(.toNearestOrAwayFromZero))
      }
      let (low, high) = type == .int8 ? (-128, 127) : (0, 255)
      let ratio = Double(input.scales[0] / output.scales[0])
      let value = ExactRounding.twice(x - input.zeroPoints[0], ratio) + zero
      return min(max(value, max(step(0), low)), max(min(step(6), high), low))
    }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.relu6) }
}
