import Foundation
import SwiftletFormat
import SwiftletOperators
import SwiftletTensor
import SwiftletTestSupport
import Testing

@Suite struct SoftmaxTests {
  @Test(arguments: RecordedCase.names(of: "SOFTMAX")) func recorded(_ name: String) throws {
    try RecordedCase.check(name)
  }

  private static func options(_ beta: Float) -> SoftmaxOptions {
    var options = SoftmaxOptions()
    options.beta = beta
    return options
  }

  @Test(arguments: [1, 2, 10, 16, 33, 1001], [Float(1), 0.3]) func floats(
    depth: Int, beta: Float
  ) throws {
    var random = SplitMix64(seed: 1)
    let data = random.floats(3 * depth, -20, 20)
    let expected = (0..<3).flatMap { row in
      let line = data[row * depth..<(row + 1) * depth].map { Double($0) * Double(beta) }
      let powers = line.map { exp($0 - (line.max() ?? 0)) }
      return powers.map { $0 / powers.reduce(0, +) }
    }
    let test = OperatorCase(
      .softmax, Self.options(beta), [Operand(data, [3, depth])], [.output(.float32)])
    // The argument is rounded before the power is taken: 40 · ε of a float.
    try test.expectFloats(expected, within: 64)
  }

  @Test func farValues() throws {
    let test = OperatorCase(
      .softmax, Self.options(1), [Operand([-3e38, 0, 3e38] as [Float])], [.output(.float32)])
    #expect(try test.values(Float.self) == [0, 0, 1])
    let single = OperatorCase(
      .softmax, Self.options(1), [Operand([5] as [Float])], [.output(.float32)])
    #expect(try single.values(Float.self) == [1])
    let empty = OperatorCase(
      .softmax, Self.options(1), [Operand([Float](), [3, 0])], [.output(.float32)])
    #expect(try empty.run().shapes == [[3, 0]])
  }

  /// The vector that both peers give.
  @Test(arguments: Arithmetic.allCases) func peerVector(arithmetic: Arithmetic) throws {
    let test = OperatorCase(
      .softmax, Self.options(1),
      [Operand([Int8]([10, 20, 30, -128]), nil, Quantization(scale: 0.1, zeroPoint: 0))],
      [.output(.int8, Quantization(scale: 1 / 256, zeroPoint: -128))])
    #expect(try test.values(Int8.self, arithmetic) == [-105, -65, 42, -128])
  }

  /// Both kernels round the real softmax, up to ties that nearly are.
  @Test(arguments: Arithmetic.allCases, [ElementType.int8, .uint8])
  func bytes(arithmetic: Arithmetic, type: ElementType) throws {
    var random = SplitMix64(seed: 2)
    let lowest = type == .int8 ? -128 : 0
    for scale in [Float(0.003), 0.05, 0.2, 1.5] {
      for depth in [1, 5, 16, 100, 1001] {
        let bytes = random.bytes(2 * depth)
        func element(_ byte: UInt8) -> Int {
          type == .int8 ? Int(Int8(bitPattern: byte)) : Int(byte)
        }
        let test = OperatorCase(
          .softmax, Self.options(0.7),
          [
            Operand(bytes, [2, depth], Quantization(scale: scale, zeroPoint: 3), type: type)
          ], [.output(type, Quantization(scale: 1 / 256, zeroPoint: lowest))])
        let results = try test.run(arithmetic).bytes[0].map(element)
        for row in 0..<2 {
          let line = bytes[row * depth..<(row + 1) * depth].map {
            Double(element($0)) * Double(scale) * Double(Float(0.7))
          }
          let powers = line.map { exp($0 - (line.max() ?? 0)) }
          let sum = powers.reduce(0, +)
          for (place, power) in powers.enumerated() {
            let steps = min(256 * power / sum, 255)
            let result = results[row * depth + place] - lowest
            #expect(abs(Double(result) - steps) <= 0.501)
          }
        }
      }
    }
  }

  @Test(arguments: Arithmetic.allCases) func bytesToWords(arithmetic: Arithmetic) throws {
    let test = OperatorCase(
      .softmax, Self.options(1),
      [Operand([Int8]([0, 10, -128]), nil, Quantization(scale: 0.1, zeroPoint: 0))],
      [.output(.int16, Quantization(scale: 1 / 65536, zeroPoint: -32768))])
    let results = try test.values(Int16.self, arithmetic).map { (Double($0) + 32768) / 65536 }
    let sum = 1 + exp(1.0) + exp(-12.8)
    for (result, real) in zip(results, [1 / sum, exp(1) / sum, exp(-12.8) / sum]) {
      #expect(abs(result - real) < 2e-5)
    }
  }

  @Test(arguments: Arithmetic.allCases) func words(arithmetic: Arithmetic) throws {
    let data: [Int16] = [0, 1000, -2000, 32767, 30_000]
    let test = OperatorCase(
      .softmax, Self.options(1), [Operand(data, nil, Quantization(scale: 1e-4, zeroPoint: 0))],
      [.output(.int16, Quantization(scale: 1 / 32768, zeroPoint: 0))])
    let powers = data.map { exp(Double($0) * 1e-4) }
    let results = try test.values(Int16.self, arithmetic)
    for (result, power) in zip(results, powers) {
      #expect(abs(Double(result) / 32768 - power / powers.reduce(0, +)) < 2e-4)
    }
  }

  @Test func refusals() {
    func failure(
      _ input: Operand, _ output: TensorInfo, _ options: SoftmaxOptions = Self.options(1)
    ) -> String? { OperatorCase(.softmax, options, [input], [output]).failure() }
    let byte = Operand([Int8]([1]), nil, Quantization(scale: 1, zeroPoint: 0))
    #expect(
      failure(byte, .output(.int8, Quantization(scale: 0.5, zeroPoint: -128)))
        == "has an output with the scale 0.5 and the zero point -128 instead of 0.00390625 and -128"
    )
    #expect(
      failure(byte, .output(.int8, Quantization(scale: 1 / 256, zeroPoint: 0)))
        == "has an output with the scale 0.00390625 and the zero point 0 instead of 0.00390625 and -128"
    )
    #expect(
      failure(Operand([Float]([1]), []), .output(.float32))
        == "needs an input of at least one dimension")
    #expect(
      failure(Operand([Float]([1])), .output(.float32), Self.options(.infinity))
        == "has a beta of inf, which must be finite")
    #expect(
      failure(Operand([Int32]([1])), .output(.int32))
        == "has an input of type int32 and an output of type int32")
    #expect(
      failure(
        Operand([Int16]([1]), nil, Quantization(scale: 1, zeroPoint: 1)),
        .output(.int16, Quantization(scale: 1 / 32768, zeroPoint: 0)))
        == "has an int16 input whose zero point is not 0")
  }
}
