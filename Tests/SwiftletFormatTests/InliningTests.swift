import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Composites that are replaced by the operators of their decompositions.
@Suite struct InliningTests {
  /// Subgraphs of which each has two composites of the next, and the last one a `NEG`.
  private static func doubling(levels: Int) -> ModelBuilder {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2])
    let y = b.tensor("y", .float32, [2])
    twice(&b, x, y, calling: 1)
    for level in 1...levels {
      b.subgraph("level \(level)") { b in
        let x = b.tensor("x", .float32, [2])
        let y = b.tensor("y", .float32, [2])
        if level < levels {
          twice(&b, x, y, calling: level + 1)
        } else {
          b.operator(.neg, inputs: [x], outputs: [y])
        }
        return ([x], [y])
      }
    }
    return b
  }

  private static func twice(_ b: inout ModelBuilder, _ x: Int, _ y: Int, calling callee: Int) {
    let middle = b.tensor("middle", .float32, [2])
    composite(&b, [x], [middle], callee)
    composite(&b, [middle], [y], callee)
  }

  private static func composite(
    _ b: inout ModelBuilder, _ inputs: [Int], _ outputs: [Int], _ callee: Int
  ) {
    b.operator(
      .stablehloComposite, inputs: inputs, outputs: outputs, options: StableHLOCompositeOptions()
    ) {
      $0.name = "test.twice"
      $0.decompositionSubgraphIndex = callee
    }
  }

  @Test func compositesOfCompositesAreReplaced() throws {
    let model = try Self.doubling(levels: 4).model(inputs: [0], outputs: [1])
    let inlined = model.inlinedSubgraph(0)
    #expect(inlined.graph.operators.map(\.code) == [BuiltinOperator](repeating: .neg, count: 16))
    #expect(inlined.graph.operators.map(\.index) == Array(0..<16))
    #expect(inlined.origins.allSatisfy { $0.subgraph == 4 && $0.index == 0 })
    // Each reads what the one before wrote.
    var value = inlined.graph.inputs[0]
    for node in inlined.graph.operators {
      #expect(node.inputs == [value])
      value = node.outputs[0]
    }
    #expect(inlined.graph.outputs == [value])
    for (index, tensor) in inlined.graph.tensors.enumerated() { #expect(tensor.index == index) }
  }

  /// 2³¹ operators would have no end.
  @Test(arguments: [0, 1, 10, 1000]) func growthHasALimit(limit: Int) throws {
    let model = try Self.doubling(levels: 30).model(inputs: [0], outputs: [1])
    let inlined = model.inlinedSubgraph(0, limit: limit)
    let graph = inlined.graph
    #expect(graph.operators.count <= limit + 2 && graph.tensors.count <= limit + 3)
    #expect(graph.operators.contains { $0.code == .stablehloComposite })
    #expect(inlined.origins.count == graph.operators.count)
    // What stays is still a chain from the input to the output.
    var value = graph.inputs[0]
    for node in graph.operators {
      #expect(node.inputs == [value])
      value = node.outputs[0]
    }
    #expect(graph.outputs == [value])
    #expect(limit > 0 || graph.operators.count == 2)
  }

  @Test(arguments: [1, 2, 5]) func compositesThatCallThemselvesAreRefused(length: Int) {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2])
    let y = b.tensor("y", .float32, [2])
    Self.composite(&b, [x], [y], 1)
    for level in 1...length {
      b.subgraph("level \(level)") { b in
        let x = b.tensor("x", .float32, [2])
        let y = b.tensor("y", .float32, [2])
        Self.composite(&b, [x], [y], level == length ? 1 : level + 1)
        return ([x], [y])
      }
    }
    do {
      _ = try b.model(inputs: [x], outputs: [y])
      Issue.record("a composite may call itself")
    } catch {
      #expect("\(error)".contains("runs itself"), "\(error)")
    }
  }

  @Test func scalesOfBlocksMoveWithTheirWeights() throws {
    let recorded = try RecordedCase("STABLEHLO_COMPOSITE/float32_blockwise")
    let inlined = recorded.model.inlinedSubgraph(0)
    let node = try #require(inlined.graph.operators.first)
    try #require(node.code == .fullyConnected && inlined.graph.operators.count == 1)
    let weights = inlined.graph.tensors[node.inputs[1]]
    guard case .blockwise(let scales, _, let size) = weights.quantization?.details else {
      Issue.record("the weights lost their blocks")
      return
    }
    #expect(size == 32)
    #expect(inlined.graph.tensors[scales].type == .float16)
    #expect(inlined.graph.tensors[scales].shape == [4, 2])
  }
}
