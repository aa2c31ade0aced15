import Foundation
import SwiftletCLI
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// What `swiftlet inspect` finds wrong with a model.
@Suite struct FindingsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// A model that passes its input through, after more has been added.
  private func findings(
    tail: [UInt8] = [], strict: Int32? = nil, _ add: (inout ModelBuilder) -> Void = { _ in }
  ) throws -> [String: [String: Any]] {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1, 4])
    let y = b.tensor("y", .float32, [1, 4])
    b.operator(.abs, inputs: [x], outputs: [y])
    add(&b)
    let path = try scratch.write(b.build(inputs: [x], outputs: [y]) + tail, to: "m.tflite")
    let run = try Executable.run(["inspect", path, "--json", "--strict"])
    if let strict { #expect(run.status == strict, "\(run.error)") }
    let report = try #require(try run.objects().first)
    let found = try #require(report["findings"] as? [[String: Any]])
    for finding in found {
      #expect(finding["message"] is String && finding["remedy"] is String)
      let code = FindingCode(rawValue: finding["code"] as? String ?? "")
      #expect(code?.severity.rawValue == finding["severity"] as? String)
    }
    return Dictionary(found.map { ($0["code"] as? String ?? "", $0) }) { first, _ in first }
  }

  @Test func aSoundModelHasNoFindings() throws {
    #expect(try findings(strict: 0).isEmpty)
  }

  @Test func errorsAndWarningsFailStrictly() throws {
    let unsupported = try findings(strict: 1) { b in
      b.custom("Mystery", inputs: [0], outputs: [b.tensor("z", .float32, [1])])
    }
    #expect(unsupported["unsupported-operator"] != nil)
    let note = try findings(tail: [1, 2, 3], strict: 0)
    #expect(note["trailing-bytes"]?["severity"] as? String == "note")
    let path = scratch.path("m.tflite")
    #expect(try Executable.run(["inspect", path, "--strict"]).status == 0)
  }

  /// A file that is whole is shown with what keeps it from being loaded.
  @Test func aModelThatCannotBeLoadedIsShown() throws {
    let faulty = try findings(strict: 1) { b in
      let z = b.tensor("z", .float32, [1, 4])
      b.operator(.abs, inputs: [b.tensor("nothing", .float32, [1, 4])], outputs: [z])
      b.graph.tensors[z].type = 99
    }
    #expect(
      faulty["invalid-model"]?["message"] as? String
        == "Tensor 2 \"z\" of subgraph 0 has the unknown element type 99")
    let path = scratch.path("m.tflite")
    let text = try Executable.run(["inspect", path])
    #expect(text.status == 0)
    #expect(text.output.contains("unknown type") && !text.output.contains("can run the model"))
    #expect(text.output.contains("ABS v1") && text.output.contains("not planned"))
    let run = try Executable.run(["run", path])
    #expect(run.status == 1 && run.error.contains("has the unknown element type 99"))
    let page = scratch.path("m.html")
    #expect(try Executable.run(["inspect", path, "--html", page]).status == 0)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(#""code":"invalid-model""#) && html.contains(#""type":null"#))
  }

  @Test func quantization() throws {
    let found = try findings(strict: 1) { b in
      b.constant("zero", [Int8(1), 2], [2], quantization: Quantization(scale: 0, zeroPoint: 0))
      b.constant(
        "negative", [Int8(3), 4], [2], quantization: Quantization(scale: -1, zeroPoint: 0))
      b.tensor("far", .uint8, [1], quantization: Quantization(scale: 1, zeroPoint: 300))
      b.constant(
        "bias", [Int32(1), 2], [2],
        quantization: Quantization(scales: [1, 2], zeroPoints: [0, 0], axis: 3))
      b.tensor("bounds", .float32, [1])
      var record = QuantizationRecord(Quantization(scale: 1, zeroPoint: 0))
      (record.scales, record.zeroPoints, record.minimum) = (nil, nil, [-1])
      b.graph.tensors[b.graph.tensors.count - 1].quantization = record
    }
    for (code, name) in [
      ("scale-zero", "zero"), ("scale-invalid", "negative"), ("zero-point-range", "far"),
      ("channel-axis", "bias"), ("bounds-without-scale", "bounds"),
    ] {
      #expect((found[code]?["place"] as? String)?.hasSuffix("\"\(name)\"") == true, "\(code)")
    }
    #expect(
      found["deprecated-quantization"]?["message"] as? String == "1 tensor is quantised to uint8")
    #expect(found["unused-tensor"] != nil)
  }

  @Test func constantsAndBuffers() throws {
    let found = try findings(strict: 0) { b in
      let block = [Int64](repeating: 7, count: 8)
      let sum = b.tensor("sum", .int64, [8])
      b.operator(
        .add, inputs: [b.constant("a", block, [8]), b.constant("b", block, [8])],
        outputs: [sum])
      b.buffers.append(BufferRecord(data: [1, 2, 3]))
      b.constant("long", bytes: [0, 0, 0, 0, 9], .float32, [1])
    }
    #expect((found["duplicate-constant"]?["place"] as? String) == "buffers 1, 2")
    #expect((found["unused-buffer"]?["place"] as? String) == "buffer 3")
    #expect((found["oversized-constant"]?["message"] as? String) == "has 5 bytes but needs 4")
  }

  @Test func shapesSubgraphsAndOldForms() throws {
    let found = try findings(strict: 0) { b in
      b.graph.tensors[0].shapeSignature = [-1, 4]
      b.subgraph("lonely") { b in
        let x = b.tensor("x", .int8, [1])
        return ([x], [x])
      }
      b.subgraph("VALIDATION:main") { b in
        let x = b.tensor("x", .float32, [1])
        return ([x], [x])
      }
      b.rootFields[5] = .int32s([0])
      b.rootFields[1] = .tables([FlatTable([0: .int8(101)])])
    }
    #expect(
      found["dynamic-shape"]?["message"] as? String == "is an input of the shape ?×4, taken as 1×4")
    #expect(found["unreachable-subgraph"]?["place"] as? String == "subgraph 1 \"lonely\"")
    #expect(found["missing-scale"]?["place"] as? String == "tensor 0 \"x\" of subgraph 1")
    #expect(found["deprecated-field"]?["place"] as? String == "field metadata_buffer")
    #expect(found["deprecated-operator-code"] != nil)
  }

  @Test func labelsAndMetadata() throws {
    let block = MetadataTables.build(
      inputs: [.imageInput()],
      outputs: [.tensor("scores", files: [.labels("labels.txt"), .labels("absent.txt")])])
    let zip = ZipBuilder([.init("labels.txt", "cat\r\n\ncat\r\n")]).build()
    let found = try findings(tail: zip, strict: 1) { $0.metadata("TFLITE_METADATA", block) }
    #expect(found["missing-file"]?["place"] as? String == "file \"absent.txt\"")
    #expect(found["missing-normalization"]?["place"] as? String == "input 0")
    #expect(found["label-count"]?["message"] as? String == "has 3 labels for 4 classes")
    #expect(found["label-line-endings"]?["message"] as? String == "ends 2 lines with CR LF")
    #expect(found["label-empty"]?["message"] as? String == "has no text in line 2")
    #expect(found["label-duplicate"]?["message"] as? String == "has the label \"cat\" 2 times")
    let unnamed = MetadataTables.build(
      inputs: [.imageInput(mean: [0], std: [1])], outputs: [.tensor("scores"), .tensor("more")])
    let second = try findings(strict: 1) { $0.metadata("TFLITE_METADATA", unnamed) }
    #expect(second["missing-labels"] != nil && second["metadata-tensors"] != nil)
    #expect(second["missing-normalization"] == nil)
    let garbage = try findings(strict: 1) { $0.metadata("TFLITE_METADATA", [1, 2, 3]) }
    #expect(garbage["damaged-metadata"] != nil)
  }

  /// A window over one pixel, which only larger pictures allow.
  @Test(arguments: [false, true])
  func shapesThatCannotBePlanned(isOpen: Bool) throws {
    var b = ModelBuilder()
    let x = b.tensor(
      "x", .float32, [1, 1, 1, 1], signature: isOpen ? [1, -1, -1, 1] : nil)
    let filter = b.constant("filter", [Float](repeating: 1, count: 9), [1, 3, 3, 1])
    let bias = b.constant("bias", [Float(0)], [1])
    let y = b.tensor("y", .float32, [1, 1, 1, 1])
    b.operator(.conv2D, inputs: [x, filter, bias], outputs: [y], options: Conv2DOptions()) {
      $0.padding = .valid
      $0.strideW = 1
      $0.strideH = 1
    }
    let path = try scratch.write(b.build(inputs: [x], outputs: [y]), to: "m.tflite")
    let run = try Executable.run(["inspect", path, "--strict"])
    #expect(run.status == (isOpen ? 0 : 1))
    #expect(run.output.contains(isOpen ? "note [shape-needed]" : "error [invalid-operator]"))
    #expect(!run.output.contains("this version can run the model"))
  }

  @Test func moreThanTwentyOfAKindAreCounted() throws {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [1])
    for index in 0..<25 { b.tensor("spare \(index)", .float32, [1]) }
    let path = try scratch.write(b.build(inputs: [x], outputs: [x]), to: "m.tflite")
    let report = try #require(try Executable.run(["inspect", path, "--json"]).objects().first)
    let found = try #require(report["findings"] as? [[String: Any]])
    let unused = found.filter { $0["code"] as? String == "unused-tensor" }
    #expect(unused.count == 21)
    #expect(unused.last?["message"] as? String == "There are 5 more findings of this kind")
  }

  /// The page of the documentation lists what the code says.
  @Test func everyCodeIsDocumented() throws {
    let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/inspect.md"), encoding: .utf8)
    for code in FindingCode.allCases {
      let row =
        "| `\(code.rawValue)` | \(code.severity.rawValue) | \(code.meaning) | \(code.remedy) |"
      #expect(page.contains(row), "\(row)")
    }
    #expect(page.components(separatedBy: "\n| `").count > FindingCode.allCases.count)
  }
}
