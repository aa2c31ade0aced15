import SwiftletFormat
import SwiftletKernels
import SwiftletOperators
import SwiftletRuntime
import SwiftletSIMD
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Published models, and models of single operators, against the answers of the real interpreter.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"))
struct GoldenTests {
  @Test(arguments: Golden.names) func givesThePeersAnswers(_ name: String) throws {
    let golden = try Golden(name)
    guard !golden.cases.isEmpty else { return }
    let model = try Model(contentsOf: Corpus.model(golden.file))
    for arithmetic in [Arithmetic.litert, .reference] {
      var options = PlanOptions(arithmetic: arithmetic, threads: 2)
      try check(golden, model, options)
      // The other instruction sets on what is small.
      guard name.hasPrefix("op_") else { continue }
      for table in Kernels.available where table.isa != Kernels.widest.isa {
        options.isa = table.isa
        try check(golden, model, options)
      }
    }
  }

  private func check(_ golden: Golden, _ model: Model, _ options: PlanOptions) throws {
    var interpreters: [Int: Interpreter] = [:]
    for (number, run) in golden.cases.enumerated() {
      let signature = try run.signature.map { key in
        try #require(model.signatures.first { $0.key == key })
      }
      let subgraph = signature?.subgraph ?? 0
      let graph = model.subgraphs[subgraph]
      let interpreter =
        interpreters[subgraph]
        ?? Interpreter(
          model: model, options: options, subgraph: subgraph,
          sharingResourcesOf: interpreters.values.first)
      interpreters[subgraph] = interpreter
      let inputs = try run.inputs.enumerated().map { position, input in
        let alias = signature?.inputs.first { $0.name == input.name }
        let index = alias.flatMap { graph.inputs.firstIndex(of: $0.tensor) } ?? position
        return (index, try input.tensor())
      }
      for (index, tensor) in inputs {
        try interpreter.resizeInput(index, to: Shape(tensor.shape))
      }
      try interpreter.prepare()
      for (index, tensor) in inputs { try interpreter.writeInput(index, tensor.bytes) }
      try interpreter.run()
      let described = try interpreter.outputs()
      for (position, output) in run.outputs.enumerated() {
        let alias = signature?.outputs.first { $0.name == output.name }
        let index = alias.flatMap { graph.outputs.firstIndex(of: $0.tensor) } ?? position
        let found = GoldenTensor(
          type: described[index].type, shape: described[index].shape.dimensions,
          bytes: try interpreter.readOutput(index))
        try check(
          found, output, golden, options.arithmetic,
          "\(golden.name) \(options.arithmetic) case \(number) output \(position)")
      }
    }
  }

  private func check(
    _ found: GoldenTensor, _ output: GoldenOutput, _ golden: Golden, _ arithmetic: Arithmetic,
    _ context: String
  ) throws {
    let reference = golden.isReferenceSuspect ? GoldenEngine.optimized : .reference
    let wanted = try output.tensor(arithmetic == .litert ? .xnnpack : reference)
    #expect(found.shape == wanted.shape, "\(context)")
    #expect(found.type == wanted.type, "\(context)")
    let sampled = found.sampled(every: wanted.stride)
    guard [.float32, .float64, .complex64].contains(wanted.type) else {
      #expect(sampled.bytes == wanted.bytes, "\(context)")
      return
    }
    // The peer's kernels differ among themselves: the nearest of them counts, and where they are further
    // apart than the tolerance, so may this engine be.
    let answers = try GoldenEngine.allCases.map { try output.tensor($0) }
    let error = answers.map { sampled.distance(from: $0, smallest: 1e-6) }.min() ?? .infinity
    let spread =
      answers.flatMap { a in answers.map { a.distance(from: $0, smallest: 1e-6) } }.max() ?? 0
    #expect(error <= max(1e-4, spread), "\(context)")
  }
}

extension GoldenTensor {
  /// Each `stride`-th element.
  fileprivate func sampled(every stride: Int) -> GoldenTensor {
    guard stride > 1, let width = type.byteCount(elements: 1) else { return self }
    let kept = Swift.stride(from: 0, to: bytes.count / width, by: stride).flatMap {
      bytes[$0 * width..<($0 + 1) * width]
    }
    return GoldenTensor(type: type, shape: shape, stride: stride, bytes: kept)
  }
}
