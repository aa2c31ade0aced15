import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct MulTests {
  @Test(arguments: RecordedCase.names(of: "MUL")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ activation: ActivationFunction) -> MulOptions {
    var options = MulOptions()
    options.fusedActivation = activation
    return options
  }

  /// The vector that both peers give.
  @Test(arguments: Arithmetic.allCases) func peerVector(arithmetic: Arithmetic) throws {
    func half(_ zeroPoint: Int) -> Quantization { Quantization(scale: 0.5, zeroPoint: zeroPoint) }
    let test = OperatorCase(
      .mul, MulOptions(),
      [
        Operand([Int8]([1, -1, 3, -3, 5, 100, -100]), nil, half(1)),
        Operand([Int8]([0, 0, 1, -1, 2, 100, -100]), nil, half(-1)),
      ], [.output(.int8, half(3))])
    #expect(try test.values(Int8.self, arithmetic) == [3, 2, 5, 3, 9, 127, 127])
  }

  @Test func floats() throws {
    try BinaryCase.checkFloats(.mul, Self.options(.reluN1To1)) { min(max($0 * $1, -1), 1) }
  }

  @Test func integersWrap() throws {
    try BinaryCase.checkIntegers(.mul, MulOptions(), on: Int32.self) { $0 &* $1 }
    try BinaryCase.checkIntegers(.mul, Self.options(.relu6), on: Int64.self) {
      min(max($0 &* $1, 0), 6)
    }
    try BinaryCase.checkIntegers(.mul, MulOptions(), on: Int16.self) { $0 &* $1 }
  }

  static let scales: [(Float, Float, Float)] = [
    (0.5, 0.5, 0.5), (0.02, 0.05, 0.1), (1, 1, 256), (0.01, 0.3, 0.003),
  ]

  @Test(arguments: [ElementType.int8, .uint8]) func delegatedBytes(type: ElementType) throws {
    try BinaryCase.checkBytes(.mul, MulOptions(), type, .litert, scales: Self.scales) { a, b, s in
      Int((Float(a * b) * (s.0 * s.1 / s.2)).rounded(.toNearestOrEven))
    }
  }

  @Test(arguments: [ElementType.int8, .uint8]) func referenceBytes(type: ElementType) throws {
    try BinaryCase.checkBytes(
      .mul, MulOptions(), type, .reference, scales: Self.scales + [(1, 1, 0.4)]
    ) { a, b, s in
      ExactRounding.twice(a * b, Double(s.0 * s.1 / s.2))
    }
  }

  @Test func words() throws {
    var random = SplitMix64(seed: 3)
    let left = random.integers(50, -32768, 32768, as: Int16.self)
    let right = random.integers(50, -32768, 32768, as: Int16.self)
    let (a, b, output): (Float, Float, Float) = (0.001, 0.002, 0.05)
    let expected = zip(left, right).map {
      Int16(clamping: ExactRounding.twice(Int($0) * Int($1), Double(a * b / output)))
    }
    let test = OperatorCase(
      .mul, MulOptions(),
      [
        Operand(left, nil, Quantization(scale: a, zeroPoint: 0)),
        Operand(right, nil, Quantization(scale: b, zeroPoint: 0)),
      ], [.output(.int16, Quantization(scale: output, zeroPoint: 0))])
    for arithmetic in Arithmetic.allCases {
      #expect(try test.values(Int16.self, arithmetic) == expected)
    }
  }

  @Test func refusals() {
    BinaryCase.checkRefusals(.mul)
    let shifted = Quantization(scale: 1, zeroPoint: 1)
    #expect(
      OperatorCase(
        .mul, nil, [Operand([Int16]([1]), nil, shifted), Operand([Int16]([1]), nil, shifted)],
        [.output(.int16, shifted)]
      ).failure() == "has int16 operands whose zero point is not 0")
  }
}
