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

  /// Operators and versions that came later stand in the list like all others, whichever graph
  /// they are in, and do not hide what follows them.
  @Test func laterOperatorsAndVersionsAreIncluded() throws {
    var b = ModelBuilder()
    let flag = b.tensor("flag", .bool, [])
    let x = b.tensor("x", .float32, [2])
    let values = ["a", "b", "y"].map { b.tensor($0, .float32, [2]) }
    func branch(_ name: String, _ version: Int) -> Int {
      b.subgraph(name) { b in
        let x = b.tensor("x", .float32, [2])
        let y = b.tensor("y", .float32, [2])
        b.operator(.relu, inputs: [x], outputs: [y], version: version)
        return ([x], [y])
      }
    }
    let (old, new) = (branch("old", 1), branch("new", 44))
    b.operator(.tanh, inputs: [x], outputs: [values[0]], version: 99)
    b.operator(.if, inputs: [flag, values[0]], outputs: [values[1]], options: IfOptions()) {
      $0.thenSubgraphIndex = old
      $0.elseSubgraphIndex = new
    }
    b.operatorCodes.append(OperatorCodeRecord(code: 210, version: 3))
    b.graph.operators.append(
      OperatorRecord(
        code: b.operatorCodes.count - 1, inputs: [values[1]], outputs: [values[2]], options: nil))
    let (message, nodes) = Self.refusal(of: try b.model(inputs: [flag, x], outputs: [values[2]]))
    let update = "use a newer version of this package, or convert the model with an older converter"
    #expect(
      nodes.map(\.description) == [
        "operator 0 (TANH) version 99 (float32 → float32) is newer than version 3, the last one "
          + "that is known",
        "operator 2 (BUILTIN_210) version 3 (float32 → float32) is an operator that is not known",
        "operator 0 (RELU) of subgraph 2 version 44 (float32 → float32) is newer than version 3, "
          + "the last one that is known",
      ])
    #expect(nodes.map(\.remedy) == [update, update, update])
    #expect(message.contains("needs 3 operators that this version cannot run"))
  }

  /// Broken files that load are refused while planning, but for those that the reference runs.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
    arguments: [
      ("tinycnn_future_version", "(CONV_2D) version 99 (int8, int8, int32 → int8) is newer than"),
      ("tinycnn_unknown_builtin", "(BUILTIN_30000) version"),
      ("tinycnn_custom_op", "register a CustomOperator of this name"),
    ])
  func brokenFiles(_ name: String, _ words: String) throws {
    let model = try Model(contentsOf: Corpus.path("bad/bad_\(name).tflite"))
    let (message, nodes) = Self.refusal(of: model)
    #expect(!nodes.isEmpty && message.contains(words), "\(message)")
  }

  @Test func graphsOfSignaturesSpeakForThemselves() throws {
    let (message, nodes) = Self.refusal(of: try Self.model(), subgraph: 4)
    #expect(nodes.map(\.place.operatorName) == ["Served"])
    #expect(message.contains("operator 0 (Served) of subgraph 4 version 1 (float32 → float32)"))
  }
}
