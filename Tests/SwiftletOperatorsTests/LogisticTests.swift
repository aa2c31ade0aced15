import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct LogisticTests {
  @Test(arguments: RecordedCase.names(of: "LOGISTIC")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  @Test func floats() throws {
    let extremes: [Float] = [-.infinity, .infinity, .nan, -87, -80, 88.8, 1000, -1e-38]
    try UnaryCase.check(.logistic, UnaryCase.values(-80, 30) + extremes, within: 3) {
      1 / (1 + exp(-$0))
    }
  }

  /// The vector that both peers give.
  @Test(arguments: Arithmetic.allCases) func peerVector(arithmetic: Arithmetic) throws {
    let test = OperatorCase(
      .logistic, nil,
      [
        Operand(
          [Int8]([-128, -64, -1, 0, 1, 64, 127]), nil, Quantization(scale: 0.05, zeroPoint: 0))
      ], [.output(.int8, Quantization(scale: 1 / 256, zeroPoint: -128))])
    #expect(try test.values(Int8.self, arithmetic) == [-128, -118, -3, 0, 3, 118, 127])
  }

  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytes(arithmetic: Arithmetic, type: ElementType) throws {
    let output = Quantization(scale: 1 / 256, zeroPoint: type == .int8 ? -128 : 0)
    try UnaryCase.checkBytes(.logistic, type, arithmetic, output: output) { input, output, x in
      UnaryCase.tabulated(input, output, x) { 1 / (1 + expf(-$0)) }
    }
  }

  @Test func refusals() {
    UnaryCase.checkRefusals(.logistic)
  }
}
