import SwiftletFormat
import SwiftletRuntime
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// One error names everything that a model needs and this engine lacks.
@Suite struct UnsupportedNodesTests {
  /// Unsupported nodes in the main graph, in both branches of an `IF`, in a decomposition that two
  /// composites share, and in a graph that only a signature names.
  private static func model() throws -> Model {
    var b = ModelBuilder()
    let flag = b.tensor("flag", .bool, [])
    let x = b.tensor("x", .float32, [2])
    let names = ["a", "b", "c", "d", "y"]
    let values = names.map { b.tensor($0, .float32, [2]) }
    func graph(_ name: String, _ body: (inout ModelBuilder, Int, Int) -> Void) -> Int {
      b.subgraph(name) { b in
        let x = b.tensor("x", .float32, [2])
        let y = b.tensor("y", .float32, [2])
        body(&b, x, y)
        return ([x], [y])
      }
    }
    let first = graph("first") { b, x, y in
      let middle = b.tensor("middle", .float32, [2])
      b.operator(.relu, inputs: [x], outputs: [middle])
      b.custom("FlexAsinh", inputs: [middle], outputs: [y], version: 2)
    }
    let second = graph("second") { b, x, y in
      let wide = b.tensor("wide", .float64, [2])
      let negated = b.tensor("negated", .float64, [2])
      b.operator(.cast, inputs: [x], outputs: [wide])
      b.operator(.neg, inputs: [wide], outputs: [negated])
      b.operator(.cast, inputs: [negated], outputs: [y])
    }
    let shared = graph("shared") { b, x, y in
      b.operator(.stablehloCosine, inputs: [x], outputs: [y])
    }
    let served = graph("served") { b, x, y in b.custom("Served", inputs: [x], outputs: [y]) }
    b.custom("Mystery", inputs: [x], outputs: [values[0]], version: 7)
    b.operator(.if, inputs: [flag, values[0]], outputs: [values[1]], options: IfOptions()) {
      $0.thenSubgraphIndex = first
      $0.elseSubgraphIndex = second
    }
    for (from, to) in [(1, 2), (2, 3)] {
      b.operator(
        .stablehloComposite, inputs: [values[from]], outputs: [values[to]],
        options: StableHLOCompositeOptions()
      ) { $0.decompositionSubgraphIndex = shared }
    }
    b.custom("Mystery", inputs: [values[3], flag], outputs: [values[4]], version: 7)
    b.signature("main", inputs: [("x", x), ("flag", flag)], outputs: [("y", values[4])])
    b.signature("served", subgraph: served, inputs: [("x", 0)], outputs: [("y", 1)])
    return try b.model(inputs: [flag, x], outputs: [values[4]])
  }

  private static func refusal(of model: Model, subgraph: Int = 0) -> (String, [UnsupportedNode]) {
    do {
      _ = try Plan(for: model, subgraph: subgraph)
      return ("", [])
    } catch {
      guard case .unsupported(let nodes) = error else { return ("\(error)", []) }
      return ("\(error)", nodes)
    }
  }

  @Test func calledGraphsAreIncluded() throws {
    let (message, nodes) = Self.refusal(of: try Self.model())
    #expect(
      nodes.map(\.description).map { $0.split(separator: ")").prefix(2).joined(separator: ")") }
        == [
          "operator 0 (Mystery) version 7 (float32 → float32",
          "operator 0 (STABLEHLO_COSINE) of subgraph 3 version 1 (float32 → float32",
          "operator 4 (Mystery) version 7 (float32, bool → float32",
          "operator 1 (FlexAsinh) of subgraph 1 version 2 (float32 → float32",
          "operator 1 (NEG) of subgraph 2 version 1 (float64 → float64",
        ])
    for node in nodes {
      #expect(!node.reason.isEmpty && !node.remedy.isEmpty)
      #expect(message.contains("\(node); \(node.remedy)"))
    }
    #expect(message.contains("needs 5 operators that this version cannot run"))
    for remedy in [
      "register a CustomOperator of this name", "without SELECT_TF_OPS",
      "with types and options that the operator takes", "into operators of the runtime",
    ] {
      #expect(message.contains(remedy), "\(remedy)")
    }
  }

  @Test func graphsOfSignaturesSpeakForThemselves() throws {
    let (message, nodes) = Self.refusal(of: try Self.model(), subgraph: 4)
    #expect(nodes.map(\.place.operatorName) == ["Served"])
    #expect(message.contains("operator 0 (Served) of subgraph 4 version 1 (float32 → float32)"))
  }
}
