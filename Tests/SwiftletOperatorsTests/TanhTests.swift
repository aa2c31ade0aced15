import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct TanhTests {
  @Test(arguments: RecordedCase.names(of: "TANH")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let extremes: [Float] = [-.infinity, .infinity, .nan, -0.0, 0.625, -0.625, 9.1, -50, 1e-38]
    try UnaryCase.check(.tanh, UnaryCase.values(-10, 10) + extremes, within: 3) { tanh($0) }
  }

  /// The vector that both peers give.
  @Test(arguments: Arithmetic.allCases) func peerVector(arithmetic: Arithmetic) throws {
    let test = OperatorCase(
      .tanh, nil,
      [
        Operand(
          [Int8]([-128, -64, -1, 0, 1, 64, 127]), nil, Quantization(scale: 0.05, zeroPoint: 0))
      ], [.output(.int8, Quantization(scale: 1 / 128, zeroPoint: 0))])
    #expect(try test.values(Int8.self, arithmetic) == [-128, -128, -6, 0, 6, 127, 127])
  }

  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytes(arithmetic: Arithmetic, type: ElementType) throws {
    try UnaryCase.checkBytes(.tanh, type, arithmetic) { input, output, x in
      UnaryCase.tabulated(input, output, x) { tanhf($0) }
    }
  }

  @Test func refusals() { UnaryCase.checkRefusals(.tanh) }
}
