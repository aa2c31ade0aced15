import Foundation
import Swiftlet
import SwiftletFormat
import SwiftletRuntime
import Testing

/// The numbers of `docs/life-of-an-inference.md` are those of the shipped model.
@Suite struct LifeOfAnInferenceTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let path =
    root.appendingPathComponent("Fixtures/models/efficientnet_lite0_int8.tflite").path

  private func text() throws -> String {
    let page = Self.root.appendingPathComponent("docs/life-of-an-inference.md")
    return try String(contentsOf: page, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test func theNumbersAreThoseOfTheModel() throws {
    let text = try text()
    func expect(_ words: String) { #expect(text.contains(words), "\(words)") }
    let model = try Model(contentsOf: Self.path)
    let size = try #require(FileManager.default.contents(atPath: Self.path)).count
    expect("has \(size) bytes")
    expect("\(model.subgraphs[0].operators.count) operators, tensors")
    let plan = try Plan(for: model)
    let first = try #require(plan.steps.first { $0.place.operatorName == "CONV_2D" })
    expect("\(first.multiplyAccumulates) multiplications")
    // Kernels and layouts are those of an instruction set.
    if plan.isa == .avx512 {
      expect("the first CONV_2D becomes `\(first.kernel)`")
      expect("\(plan.memory.plannedBytes) bytes instead of \(plan.memory.naiveBytes)")
      expect("take \(plan.packedWeightBytes) bytes with AVX-512")
    }
    let input = try #require(plan.inputs[0].quantization)
    expect("the scale \(input.scales[0]) and the zero point \(input.zeroPoints[0])")
    #expect(input.scales[0] * Float(255 - input.zeroPoints[0]) == 1)
    expect("sampled at \(plan.inputs[0].shape[1])×\(plan.inputs[0].shape[2]) positions")
    let output = try #require(plan.outputs[0].quantization)
    expect(
      "is \(plan.outputs[0].byteCount) bytes with the scale \(output.scales[0]), which is 1/256")
    expect("byte 202 stands for \(output.scales[0] * 202)")
    #expect(output.zeroPoints == [0] && output.scales[0] == 1 / 256)
  }

  @Test(.enabled(if: ImageFormat.jpeg.isReadable)) func theCodeNamesTheCat() throws {
    let cat = Self.root.appendingPathComponent("Fixtures/images/cat.jpg").path
    let inference = try OneInference(of: MPImage(contentsOf: cat), model: Self.path)
    let best = inference.best(3)
    #expect(best[0] == 285 && inference.probabilities[best[0]] > 0.5)
    #expect(inference.probabilities.count == 1_000)
    #expect(try text().contains("the same class as the task, \(best[0])"))
  }
}
