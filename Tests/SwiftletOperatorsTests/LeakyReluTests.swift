import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct LeakyReluTests {
  @Test(arguments: RecordedCase.names(of: "LEAKY_RELU")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ alpha: Float) -> LeakyReluOptions {
    var options = LeakyReluOptions()
    options.alpha = alpha
    return options
  }

  @Test func floats() throws {
    let values = UnaryCase.values(-5, 5) + [-.infinity, .infinity, .nan]
    try UnaryCase.check(.leakyRelu, options: Self.options(0.25), values, within: 0) {
      $0 > 0 ? $0 : 0.25 * $0
    }
  }

  @Test(arguments: [Float(0.1), -0.5, 2, 0], [ElementType.int8, .uint8])
  func referenceBytes(alpha: Float, type: ElementType) throws {
    try UnaryCase.checkBytes(.leakyRelu, options: Self.options(alpha), type, .reference) {
      input, output, x in
      let value = x - input.zeroPoints[0]
      let (from, to) = (input.scales[0], output.scales[0])
      guard value < 0 else {
        return ExactRounding.twice(value, Double(from / to)) + output.zeroPoints[0]
      }
      let scaled = ExactRounding.twice(value, Double(abs(from * alpha / to)))
      return (alpha < 0 ? -scaled : scaled) + output.zeroPoints[0]
    }
  }

  @Test(arguments: [Float(0.1), -0.5, 2], [ElementType.int8, .uint8])
  func delegatedBytes(alpha: Float, type: ElementType) throws {
    try UnaryCase.checkBytes(
      .leakyRelu, options: Self.options(alpha), type, .litert, ratios: 0.1...20
    ) {
      input, output, x in
      let value = x - input.zeroPoints[0]
      let ratio = input.scales[0] / output.scales[0]
      let factor = (256 * (value < 0 ? ratio * alpha : ratio)).rounded(.toNearestOrEven)
      return ExactRounding.floorDivided(value * Int(factor) + 128, by: 256)
        + output.zeroPoints[0]
    }
  }

  @Test func words() throws {
    let one = Quantization(scale: 0.5, zeroPoint: 0)
    let test = OperatorCase(
      .leakyRelu, Self.options(0.5), [Operand([Int16]([-7, -8, 9, 32767]), nil, one)],
      [.output(.int16, one)])
    #expect(try test.values(Int16.self) == [-3, -4, 9, 32767])
  }

  @Test func refusals() {
    UnaryCase.checkRefusals(.leakyRelu, options: Self.options(0.1))
    #expect(
      OperatorCase(
        .leakyRelu, Self.options(.nan), [Operand([Int8]([1]))], [.output(.int8)]
      ).failure() == "has an alpha of nan, which must be finite")
  }
}
