import Foundation
import Swiftlet
import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// The numbers of `docs/quantised-arithmetic.md` are those of its code, and its code is what the engine
/// does.
@Suite struct QuantisedArithmeticTests {
  private let layer = QuantizedLayer()

  private func text() throws -> String {
    let docs = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/quantised-arithmetic.md")
    // Minus signs of prose are hyphens in code.
    return try String(contentsOf: docs, encoding: .utf8).replacingOccurrences(of: "−", with: "-")
  }

  @Test func theNumbersOfTheTextAreTrue() throws {
    let text = try text()
    func expect(_ words: String, _ line: Int = #line) {
      #expect(text.contains(words), "line \(line): \(words)")
    }
    let inputs: [Float] = [2, -1.5, 5]
    let x = inputs.map(layer.quantized)
    #expect(x == [1, -6, 7])
    for (real, integer) in zip(["2    →   2", "-1.5 → -1.5", "5    →   5"], x) {
      expect("\(real) / 0.5 - 3 = \(integer < 0 ? "" : " ")\(integer)")
    }
    expect("(1 + 3) · 25 + (-6 + 3) · -37 + (7 + 3) · 45 + 31")
    let products = zip(x, layer.weights.values).map { ($0 + 3) * $1 }
    expect("= \(products[0]) + \(products[1]) + \(products[2]) + \(layer.bias)")
    let sum = layer.sum(x)
    expect("= \(sum)\n")
    #expect(products.reduce(layer.bias, +) == sum)
    let reals: [Float] = [0.5, -0.74, 0.9]
    #expect(zip(reals, layer.weights.values).allSatisfy { ($0 / 0.02).rounded() == Float($1) })
    #expect(abs(zip(inputs, reals).reduce(0.31) { $0 + $1.0 * $1.1 } - 6.92) < 1e-5)
    expect("\(sum) · 0.01 = 6.92")
    #expect(layer.litert(x) == 73 && layer.reference(x) == 73 && abs(layer.real(73) - 6.9) < 1e-5)
    expect("the zero point 73. The output 73 stands for 0.1 · (73 - 4) = 6.9")
    #expect(layer.litert([121, 121, 121]) == 127 && layer.quantized(62) == 121)
    let factor = layer.input.scale * layer.weights.scale / layer.output.scale
    expect("The factor is \(factor)")
    let (value, exponent) = layer.fraction
    #expect(exponent == -3)
    expect("factor = \(value) / 2³¹ · 2⁻³")
    expect("(\(sum) · \(value) + 2³⁰) >> 31 = \((sum * value + 1 << 30) >> 31)")
    expect("(554 + 4) >> 3 = \((554 + 4) >> 3)")
  }

  @Test func roundingTwiceDiffersWhereTheTextSaysSo() throws {
    // (x + 3) · 25 + 0 + 0 + bias = 435
    var layer = layer
    layer.weights.values = [25, 0, 0]
    layer.bias = 435 - 100
    #expect(layer.sum([1, 0, 0]) == 435)
    #expect(layer.litert([1, 0, 0]) - 4 == 43 && layer.reference([1, 0, 0]) - 4 == 44)
    #expect((435 * layer.fraction.value + 1 << 30) >> 31 == 348)
    #expect(try text().contains("first rounds to 348 eighths"))
  }

  /// A 1×1 convolution of 2,048 pixels.
  @Test(arguments: [Arithmetic.litert, .reference])
  func theEngineDoesTheSame(_ arithmetic: Arithmetic) throws {
    var random = SplitMix64(seed: 11)
    let pixels = 2_048
    let x: [Int8] = random.integers(3 * pixels, -128, 128)
    var b = ModelBuilder()
    let input = b.tensor(
      "x", .int8, [1, 1, pixels, 3],
      quantization: Quantization(scale: layer.input.scale, zeroPoint: layer.input.zeroPoint))
    let output = b.tensor(
      "y", .int8, [1, 1, pixels, 1],
      quantization: Quantization(scale: layer.output.scale, zeroPoint: layer.output.zeroPoint))
    let weights = b.constant(
      "w", layer.weights.values.map { Int8($0) }, [1, 1, 1, 3],
      quantization: Quantization(scales: [layer.weights.scale], zeroPoints: [0]))
    let bias = b.constant(
      "b", [Int32(layer.bias)], [1],
      quantization: Quantization(scale: layer.input.scale * layer.weights.scale, zeroPoint: 0))
    b.operator(
      .conv2D, inputs: [input, weights, bias], outputs: [output], version: 3,
      options: Conv2DOptions()
    ) {
      $0.strideW = 1
      $0.strideH = 1
    }
    let plan = try Plan(
      for: b.model(inputs: [input], outputs: [output]), options: PlanOptions(arithmetic: arithmetic)
    )
    var session = Session(plan)
    try session.writeInput(0, x.map { UInt8(bitPattern: $0) })
    try session.run()
    let results = session.readOutput(0).map { Int(Int8(bitPattern: $0)) }
    let expected = (0..<pixels).map { pixel in
      let values = x[3 * pixel..<3 * pixel + 3].map(Int.init)
      return arithmetic == .litert ? layer.litert(values) : layer.reference(values)
    }
    #expect(results == expected && Set(results).count > 100)
  }
}
