import Foundation
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// `swiftlet inspect` and `swiftlet benchmark`.
@Suite struct InspectTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A convolution with a scale for each of its three channels, and an operator that nobody has.
  private func model() throws -> String {
    var builder = ModelBuilder(description: "two\nlines\u{1B}[2J")
    let x = builder.tensor(
      "image", .uint8, [1, 4, 4, 3], quantization: Quantization(scale: 0.5, zeroPoint: 127),
      signature: [1, -1, -1, 3])
    let weights = builder.constant(
      "weights", [Int8](repeating: 1, count: 9), [3, 1, 1, 3],
      quantization: Quantization(
        scales: [0.25, 0.125, 0.5], zeroPoints: [0, 0, 0], axis: 0))
    let y = builder.tensor(
      "y", .uint8, [1, 4, 4, 3], quantization: Quantization(scale: 0.5, zeroPoint: 0))
    let bias = builder.constant(
      "bias", [Int32](repeating: 0, count: 3), [3],
      quantization: Quantization(scales: [0.125, 0.0625, 0.25], zeroPoints: [0, 0, 0], axis: 0))
    builder.operator(
      .conv2D, inputs: [x, weights, bias], outputs: [y], version: 3, options: Conv2DOptions()
    ) {
      $0.strideW = 1
      $0.strideH = 1
      $0.fusedActivation = .relu6
    }
    let z = builder.tensor("z", .float32, [1])
    builder.custom("Mystery", inputs: [y], outputs: [z], options: [1, 2, 3, 4])
    builder.metadata("min_runtime_version", Array("1.5.0".utf8))
    builder.signature("serve", inputs: [("in", x)], outputs: [("out", z)])
    return try scratch.write(builder.build(inputs: [x], outputs: [z]), to: "model.tflite")
  }

  @Test func theObjectHasTheContractsKeys() throws {
    let path = try model()
    let run = try Executable.run(["inspect", path, "--json"])
    #expect(run.status == 0 && run.lines.count == 1, "\(run.error)")
    let report = try #require(try run.objects().first)
    for key in ["metadata", "associatedFiles", "signatures", "fileMap", "findings"] {
      #expect(report[key] != nil, "\(key) is missing")
    }
    let graph = try #require((report["subgraphs"] as? [[String: Any]])?.first)
    #expect(graph["name"] as? String == "main")
    #expect(graph["inputs"] as? [Int] == [0] && graph["outputs"] as? [Int] == [4])
    let operators = try #require(graph["operators"] as? [[String: Any]])
    try #require(operators.count == 2)
    #expect(operators[0]["index"] as? Int == 0 && operators[0]["op"] as? String == "CONV_2D")
    #expect(operators[0]["version"] as? Int == 3)
    #expect(operators[0]["inputs"] as? [Int] == [0, 1, 3])
    #expect(operators[0]["outputs"] as? [Int] == [2])
    let options = try #require(operators[0]["options"] as? [String: Any])
    #expect(options["padding"] as? String == "SAME" && options["stride_w"] as? Int == 1)
    #expect(options["fused_activation_function"] as? String == "RELU6")
    #expect(operators[1]["op"] as? String == "CUSTOM:Mystery")
    #expect(operators[1]["options"] is NSNull)
    let tensors = try #require(graph["tensors"] as? [[String: Any]])
    #expect(tensors[0]["type"] as? String == "uint8" && tensors[0]["name"] as? String == "image")
    #expect(tensors[0]["shape"] as? [Int] == [1, 4, 4, 3])
    #expect(tensors[0]["shapeSignature"] as? [Int] == [1, -1, -1, 3])
    let quantization = try #require(tensors[1]["quantization"] as? [String: Any])
    #expect(quantization["scales"] as? [Double] == [0.25, 0.125, 0.5])
    #expect(tensors[4]["quantization"] is NSNull)
    let findings = try #require(report["findings"] as? [[String: Any]])
    #expect(
      findings.contains { ($0["place"] as? String)?.contains("Mystery") == true },
      "\(findings)")
  }

  /// What planning would refuse, in the main graph, in those that it calls and in those of
  /// signatures; nothing of it fails the command.
  @Test func everyUnsupportedOperatorIsFound() throws {
    var b = ModelBuilder()
    let flag = b.tensor("flag", .bool, [])
    let x = b.tensor("x", .float32, [2])
    let (a, y) = (b.tensor("a", .float32, [2]), b.tensor("y", .float32, [2]))
    let graphs = ["Enigma", "Riddle", "Served", "Lonely"].map { name in
      b.subgraph(name) { b in
        let x = b.tensor("x", .float32, [2])
        let y = b.tensor("y", .float32, [2])
        b.custom(name, inputs: [x], outputs: [y], version: 3)
        return ([x], [y])
      }
    }
    b.custom("Mystery", inputs: [x], outputs: [a], version: 7)
    b.operator(.if, inputs: [flag, a], outputs: [y], options: IfOptions()) {
      $0.thenSubgraphIndex = graphs[0]
      $0.elseSubgraphIndex = graphs[1]
    }
    b.signature("served", subgraph: graphs[2], inputs: [("x", 0)], outputs: [("y", 1)])
    let path = try scratch.write(
      b.build(inputs: [flag, x], outputs: [y]), to: "unsupported.tflite")
    let run = try Executable.run(["inspect", path, "--json"])
    #expect(run.status == 0)
    let report = try #require(try run.objects().first)
    let findings = try #require(report["findings"] as? [[String: Any]])
    let errors = findings.filter { $0["severity"] as? String == "error" }
    #expect(
      errors.map { $0["place"] as? String ?? "" } == [
        "operator 0 (Mystery) version 7 (float32 → float32)",
        "operator 0 (Enigma) of subgraph 1 version 3 (float32 → float32)",
        "operator 0 (Riddle) of subgraph 2 version 3 (float32 → float32)",
        "operator 0 (Served) of subgraph 3 version 3 (float32 → float32)",
      ])
    for error in errors {
      #expect((error["remedy"] as? String)?.contains("register a CustomOperator") == true)
    }
    let notes = findings.filter { $0["code"] as? String == "unreachable-operator" }
    #expect(
      notes.map { $0["place"] as? String ?? "" } == [
        "operator 0 (Lonely) of subgraph 4 version 3 (float32 → float32)"
      ])
    let text = try Executable.run(["inspect", path])
    #expect(text.status == 0 && text.output.contains("operator 0 (Served) of subgraph 3"))
  }

  /// The error that keeps a model from running has a line for each operator, however many.
  @Test(arguments: ["run", "benchmark"])
  func theErrorListsEveryUnsupportedOperator(command: String) throws {
    func refusal(of count: Int) throws -> Executable.Outcome {
      var b = ModelBuilder()
      var last = b.tensor("x", .float32, [2])
      for index in 0..<count {
        let next = b.tensor("y\(index)", .float32, [2])
        b.custom("Mystery", inputs: [last], outputs: [next], version: 7)
        last = next
      }
      let path = try scratch.write(b.build(inputs: [0], outputs: [last]), to: "mysteries.tflite")
      let run = try Executable.run([command, path])
      #expect(run.status == 1)
      return run
    }
    let lines = try refusal(of: 30).error.split(separator: "\n").map(String.init)
    try #require(lines.count == 31)
    #expect(lines[0].hasPrefix("swiftlet: "))
    #expect(lines[0].hasSuffix("The model needs 30 operators that this version cannot run:"))
    for (index, line) in lines.dropFirst().enumerated() {
      #expect(
        line.hasPrefix("  operator \(index) (Mystery) version 7 (float32 → float32) is a custom "))
      #expect(line.contains("; register a CustomOperator"))
    }
    #expect(try refusal(of: 1).error.split(separator: "\n").count == 1)
    let many = try refusal(of: 1003).error.split(separator: "\n")
    #expect(many.count == 1002)
    #expect(many.last?.hasPrefix("  3 more, which \"swiftlet inspect") == true)
  }

  @Test func theFileMapCoversEveryByteOnce() throws {
    let path = try model()
    let report = try #require(try Executable.run(["inspect", path, "--json"]).objects().first)
    let regions = try #require(report["fileMap"] as? [[String: Any]])
    var position = 0
    for region in regions {
      #expect(region["offset"] as? Int == position)
      position += try #require(region["length"] as? Int)
    }
    #expect(position == (try Data(contentsOf: URL(fileURLWithPath: path)).count))
    let kinds = Set(regions.compactMap { $0["kind"] as? String })
    #expect(
      kinds == [
        "header", "vtable", "table", "vector", "string", "buffer", "metadata", "customOptions",
        "padding",
      ])
  }

  /// Names neither widen the rows of others nor turn what follows them.
  @Test func longNamesAndDirectionsStayInTheirCells() throws {
    var builder = ModelBuilder()
    let long = String(repeating: "n", count: 20_000)
    let names = [long] + (0..<400).map { "\u{202E}t\($0)\u{2028}" }
    let tensors = names.map { builder.tensor($0, .float32, [1]) }
    for (x, y) in zip(tensors, tensors.dropFirst()) {
      builder.operator(.tanh, inputs: [x], outputs: [y])
    }
    let path = try scratch.write(builder.build(inputs: [0], outputs: [400]), to: "long.tflite")
    let run = try Executable.run(["inspect", path])
    #expect(run.status == 0 && run.output.contains(long), "\(run.error)")
    #expect(run.output.count < 200_000)
    #expect(run.output.contains("\u{FFFD}t399\u{FFFD}") && !run.output.contains("\u{202E}"))
  }

  @Test func theTextSummarisesWithoutControlCharacters() throws {
    let run = try Executable.run(["inspect", try model()])
    #expect(run.status == 0)
    #expect(!run.output.contains("\u{1B}"))
    for words in [
      "description: two\u{FFFD}lines", "CONV_2D v3", "0 1 3 → 2", "1×?×?×3",
      "scale 0.5 zero point 127", "3 scales 0.125…0.5 along axis 0 zero point 0",
      "CUSTOM:Mystery", "min_runtime_version", "serve: subgraph 0, in (0) → out (4)",
    ] {
      #expect(run.output.contains(words), "\(words)")
    }
  }

  @Test func benchmarksPrintTheContractsKeys() throws {
    var builder = ModelBuilder()
    let x = builder.tensor("x", .float32, [1, 2])
    let path = try scratch.write(builder.build(inputs: [x], outputs: [x]), to: "pass.tflite")
    let run = try Executable.run(
      ["benchmark", path, "--json", "--runs", "3", "--warmup", "0", "--profile"])
    #expect(run.status == 0 && run.lines.count == 1 && run.error.isEmpty, "\(run.error)")
    let report = try #require(try run.objects().first)
    #expect(report["model"] as? String == path && report["threads"] as? Int == 1)
    #expect(report["arithmetic"] as? String == "litert" && report["isa"] is String)
    var times: [Double] = []
    for key in ["load_ms", "plan_ms", "first_ms", "min_ms", "median_ms", "p95_ms"] {
      times.append(try #require(report[key] as? Double, "\(key)"))
    }
    #expect(times.allSatisfy { $0 >= 0 })
    #expect(times[3] <= times[4] && times[4] <= times[5])
    for key in ["arena_bytes", "naive_bytes", "lower_bound_bytes", "packed_weight_bytes"] {
      #expect((report[key] as? Int ?? -1) >= 0, "\(key)")
    }
    #expect((report["peak_rss_bytes"] as? Int ?? 0) > 1 << 20)
    #expect((report["steps"] as? [Any])?.isEmpty == true)
    let text = try Executable.run(["benchmark", path, "--runs", "2"])
    #expect(text.status == 0 && text.output.contains("median"))
    for flags in [["--runs", "0"], ["--runs", "-1"], ["--warmup", "-1"]] {
      #expect(try Executable.run(["benchmark", path] + flags).status == 1)
    }
  }
}
