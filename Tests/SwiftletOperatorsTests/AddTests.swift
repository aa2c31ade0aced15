import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct AddTests {
  @Test(arguments: RecordedCase.names(of: "ADD")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  /// Peers' results for pairs whose sums are ties.
  @Test(arguments: [(Arithmetic.reference, -1), (.litert, 0)])
  func peerVector(arithmetic: Arithmetic, tie: Int) throws {
    let test = OperatorCase(
      .add, AddOptions(),
      [
        Operand([Int8]([1, -1, 3, -3, 5, 100, -100]), nil, Quantization(scale: 0.5, zeroPoint: 0)),
        Operand([Int8]([0, 0, 1, -1, 2, 100, -100]), nil, Quantization(scale: 0.25, zeroPoint: 0)),
      ], [.output(.int8, Quantization(scale: 1, zeroPoint: 0))])
    #expect(
      try test.values(Int8.self, arithmetic) == [1, Int8(tie), 2, -2, 3, 75, -75])
  }

  @Test(arguments: ReferenceBroadcast.shapes.indices) func floats(index: Int) throws {
    let (a, b) = ReferenceBroadcast.shapes[index]
    let output = try #require(a.broadcast(with: b))
    var random = SplitMix64(seed: UInt64(index))
    let left = random.floats(a.elementCount, -4, 4)
    let right = random.floats(b.elementCount, -4, 4)
    let expected = ReferenceBroadcast.positions(a, b, output).map {
      min(max(left[$0.a] + right[$0.b], 0), 6)
    }
    let result = try Self.test(
      [Operand(left, a), Operand(right, b)], .output(.float32), .relu6
    ).run()
    #expect(result.values(Float.self) == expected)
    #expect(result.shapes == [output])
  }

  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytes(arithmetic: Arithmetic, type: ElementType) throws {
    var random = SplitMix64(seed: 5)
    for index in 0..<48 {
      let (a, b) = ReferenceBroadcast.shapes[index % ReferenceBroadcast.shapes.count]
      let sum = ReferenceSum(
        type, arithmetic, subtracts: false, ratio: random.uniform(0.02, 4), &random)
      try sum.check(a, b, random.bytes(a.elementCount), random.bytes(b.elementCount))
    }
  }

  /// Every pair of bytes at scales that give many ties.
  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func extremes(arithmetic: Arithmetic, type: ElementType) throws {
    var random = SplitMix64(seed: 6)
    let all = (0...UInt8.max).map { $0 }
    var sum = ReferenceSum(type, arithmetic, subtracts: false, ratio: 1, &random)
    (sum.aScale, sum.bScale, sum.outputScale) = (0.5, 0.25, 1)
    try sum.check([256, 1], [1, 256], all, all)
    sum.activation = .relu
    try sum.check([256, 1], [1, 256], all, all)
  }

  @Test func words() throws {
    let scales: [(Float, Float, Float)] = [(0.001, 0.002, 0.0025), (0.0001, 0.003, 0.002)]
    for (a, b, output) in scales {
      var random = SplitMix64(seed: 7)
      let left = random.integers(40, -32768, 32768, as: Int16.self)
      let right = random.integers(40, -32768, 32768, as: Int16.self)
      let largest = 2 * Double(max(a, b))
      let unit = Double(Float(1 << 15) * output)
      let expected = zip(left, right).map { x, y in
        let total =
          ExactRounding.twice(Int(x) << 15, Double(a) / largest)
          + ExactRounding.twice(Int(y) << 15, Double(b) / largest)
        return Int16(clamping: ExactRounding.twice(total, largest / unit))
      }
      let test = Self.test(
        [
          Operand(left, nil, Quantization(scale: a, zeroPoint: 0)),
          Operand(right, nil, Quantization(scale: b, zeroPoint: 0)),
        ], .output(.int16, Quantization(scale: output, zeroPoint: 0)))
      #expect(try test.values(Int16.self, .reference) == expected)
      // Whole blocks shift once, which may change the last bit.
      let delegated = try test.values(Int16.self, .litert)
      #expect(zip(delegated, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      #expect(delegated[32...] == expected[32...])
    }
  }

  /// Scales that are powers of two shift one operand, and the sum saturates.
  @Test(arguments: Arithmetic.allCases) func wordPowers(arithmetic: Arithmetic) throws {
    let test = Self.test(
      [
        Operand([Int16]([6, -6, 7, 32767]), nil, Quantization(scale: 0x1p-12, zeroPoint: 0)),
        Operand([Int16]([1, 1, 1, 32767]), nil, Quantization(scale: 0x1p-10, zeroPoint: 0)),
      ], .output(.int16, Quantization(scale: 0x1p-10, zeroPoint: 0)))
    #expect(try test.values(Int16.self, arithmetic) == [3, -1, 3, 32767])
  }

  @Test func plainIntegersWrap() throws {
    let wide = Self.test(
      [Operand([Int32.max, -5, 3]), Operand([Int32]([1]))], .output(.int32), .relu)
    #expect(try wide.values(Int32.self) == [0, 0, 4])
    let words = Self.test([Operand([Int16]([32767])), Operand([Int16]([1]))], .output(.int16))
    #expect(try words.values(Int16.self) == [-32768])
  }

  @Test func refusals() {
    let one = Quantization(scale: 1, zeroPoint: 0)
    func failure(
      _ a: Operand, _ b: Operand, _ output: TensorInfo, _ arithmetic: Arithmetic = .litert
    ) -> String? { Self.test([a, b], output).failure(arithmetic) }
    #expect(
      failure(Operand([Float]([1, 2])), Operand([Float]([1, 2, 3])), .output(.float32))
        == "cannot broadcast 2 and 3 together")
    #expect(
      failure(Operand([Float]([1])), Operand([Int32]([1])), .output(.float32))
        == "has operands of types float32, int32 and float32, which must be the same")
    #expect(
      failure(Operand([Int8]([1]), nil, one), Operand([Int8]([1])), .output(.int8, one))
        == "has an input of type int8 without one scale")
    #expect(
      failure(
        Operand([Int8]([1]), nil, one), Operand([Int8]([1]), nil, one),
        .output(.int8, Quantization(scale: 1e-7, zeroPoint: 0)), .reference)
        == "has an output scale of 1e-07, too small for its inputs")
    #expect(
      failure(
        Operand([Int8]([1]), nil, one), Operand([Int8]([1]), nil, one),
        .output(.int8, Quantization(scale: -1, zeroPoint: 0)))
        == "has an output with the scale -1.0, which must be positive")
    #expect(
      failure(
        Operand([UInt8]([1]), nil, one), Operand([UInt8]([1]), nil, one),
        .output(.uint8, Quantization(scale: 1, zeroPoint: 256)))
        == "has an output with the zero point 256, outside uint8")
    #expect(
      failure(
        Operand([Int16]([1]), nil, Quantization(scale: 1, zeroPoint: 3)),
        Operand([Int16]([1]), nil, one), .output(.int16, one))
        == "has int16 operands whose zero point is not 0")
    #expect(
      failure(Operand([true]), Operand([true]), .output(.bool)) == "has operands of type bool")
    #expect(
      OperatorCase(.add, AddOptions(), [Operand([Float]([1]))], [.output(.float32)]).failure()
        == "has 1 inputs instead of 2")
    #expect(
      OperatorCase(.add, AddOptions(), [Operand([Float]([1])), nil], [.output(.float32)]).failure()
        == "needs an input 1, which is missing")
  }

  private static func test(
    _ inputs: [Operand], _ output: TensorInfo, _ activation: ActivationFunction = .none
  ) -> OperatorCase {
    var options = AddOptions()
    options.fusedActivation = activation
    return OperatorCase(.add, options, inputs, [output])
  }
}
