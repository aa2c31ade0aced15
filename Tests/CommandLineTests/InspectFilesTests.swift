import Foundation
import SwiftletCLI
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// `swiftlet inspect --extract` and `--html`.
@Suite struct InspectFilesTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: scratch.path(name)).map { [UInt8]($0) }
  }

  private func model(_ files: [ZipBuilder.File] = []) throws -> String {
    var b = ModelBuilder()
    let x = b.tensor("x", .float32, [2, 2])
    let weights = b.constant("layer/weights:0", [Float](arrayLiteral: 1, -2, 0.5, 8), [2, 2])
    b.constant("nibbles", bytes: [0x21, 0x0F], .int4, [3])
    b.strings("words", ["a", "b\n"], [2])
    b.constant("twin", [Int32(1)], [1])
    b.constant("twin", [Int32(2)], [1])
    let y = b.tensor("y", .float32, [2, 2])
    b.operator(.add, inputs: [x, weights], outputs: [y])
    let bytes = b.build(inputs: [x], outputs: [y])
    return try scratch.write(
      bytes + (files.isEmpty ? [] : ZipBuilder(files).build()), to: "model.tflite")
  }

  private func inspect(_ arguments: String...) throws -> Executable.Outcome {
    try Executable.run(["inspect", "model.tflite"] + arguments, in: scratch.path(""))
  }

  @Test func constantsBecomeArrays() throws {
    _ = try model()
    let run = try inspect("--extract", "layer/weights:0", "--output", "w.npy")
    #expect(run.status == 0 && run.output.contains("w.npy"), "\(run.error)")
    let weights = try NPYArray(file: try #require(bytes("w.npy")))
    #expect(weights.type == .float32 && weights.shape == [2, 2])
    #expect(weights.bytes == [Float](arrayLiteral: 1, -2, 0.5, 8).flatMap(\.littleEndianBytes))
    // The name of the tensor is no path.
    #expect(try inspect("--extract", "1").status == 0)
    #expect(bytes("layer_weights_0.npy") == bytes("w.npy"))
    let again = try inspect("--extract", "0:1")
    #expect(again.status == 1 && again.error.contains("is there already"))
    #expect(try inspect("--extract", "nibbles").status == 0)
    let nibbles = try NPYArray(file: try #require(bytes("nibbles.npy")))
    #expect(nibbles.type == .int8 && nibbles.bytes == [1, 2, 0xFF])
    #expect(try inspect("--extract", "words").status == 0)
    #expect(bytes("words.json") == Array("[\"a\",\"b\\n\"]\n".utf8))
    let json = try inspect("--extract", "twin", "--json")
    #expect(json.status == 1 && json.error.contains("choose by number among 0:4, 0:5"))
    let chosen = try inspect("--extract", "5", "--output", "t.npy", "--json").objects()
    #expect(chosen.first?["file"] as? String == "t.npy" && chosen.first?["bytes"] as? Int == 132)
  }

  /// Constants that are stored sparsely are written with their zeros, as `DENSIFY` gives them.
  @Test func sparseConstantsAreWrittenWhole() throws {
    let names = RecordedCase.names(of: "DENSIFY")
    #expect(names.count > 3)
    var compared = 0
    for name in names {
      let recorded = try RecordedCase(name)
      guard !recorded.isRefused else { continue }
      let graph = recorded.model.subgraphs[0]
      let densify = try #require(graph.operators.first)
      try #require(graph.tensors[densify.inputs[0]].sparsity != nil)
      let run = try Executable.run([
        "inspect", "\(RecordedCase.folder)/\(name).tflite", "--extract", "\(densify.inputs[0])",
        "--output", scratch.path("dense.npy"),
      ])
      #expect(run.status == 0, "\(name): \(run.error)")
      let dense = try NPYArray(file: try #require(bytes("dense.npy")))
      #expect(dense.shape == graph.tensors[densify.outputs[0]].shape.dimensions)
      guard graph.outputs == densify.outputs else { continue }
      #expect(dense.bytes == recorded.runs[0].litert?.first?.bytes, "\(name)")
      compared += 1
    }
    #expect(compared > 0)
  }

  /// Pipes and devices get the bytes that a file gets.
  @Test func pagesGoIntoPipes() throws {
    _ = try model()
    #expect(try inspect("--html", "page.html").status == 0)
    #expect(try inspect("--extract", "1", "--output", "w.npy").status == 0)
    func shell(_ script: String) throws -> Executable.Outcome {
      try Executable.run(
        ["-c", script, Executable.path], in: scratch.path, executable: "/bin/sh")
    }
    for (arguments, file) in [("--html", "page.html"), ("--extract 1 --output", "w.npy")] {
      let piped = try shell("\"$0\" inspect model.tflite \(arguments) /dev/stdout | cat > piped")
      #expect(piped.status == 0 && piped.error.isEmpty, "\(piped.error)")
      #expect(bytes("piped") == bytes(file))
      let named = try shell(
        "mkfifo p; cat p > piped & sleep 0.2; \"$0\" inspect model.tflite \(arguments) p; wait; rm p"
      )
      #expect(named.output.isEmpty && named.error.isEmpty, "\(named.error)")
      #expect(bytes("piped") == bytes(file))
    }
    #expect(try inspect("--html", "/dev/null").output.isEmpty)
    // Nobody reads at the other end.
    let unread = try shell("mkfifo q; \"$0\" inspect model.tflite --html q")
    #expect(unread.status == 1 && unread.error.contains("q cannot be written"))
    let full = try inspect("--html", "/dev/full")
    #expect(full.status == 1 && full.error.contains("/dev/full cannot be written"))
  }

  @Test func wrongNamesAreErrors() throws {
    _ = try model()
    for (name, words) in [
      ("x", "is no constant"), ("nothing", "there is no associated file"), ("99", "there is no"),
      ("7:0", "there is no"), ("", "there is no"), ("-1", "there is no"),
    ] {
      let run = try inspect("--extract", name)
      #expect(run.status == 1 && run.error.contains(words), "\(name): \(run.error)")
    }
    #expect(try inspect("--output", "a").status == 2)
    let own = try inspect("--extract", "1", "--output", "model.tflite")
    #expect(own.status == 1 && own.error.contains("the model itself"))
    #expect(try inspect("--html", "model.tflite").status == 1)
    #expect(scratch.names() == ["model.tflite"])
  }

  @Test(arguments: [
    ("../outside.txt", "_outside.txt"), ("/etc/passwd", "_etc_passwd"), (".bashrc", "bashrc"),
    ("-rf", "rf"), ("a\u{1B}[2J\nb", "a_[2J_b"), ("..", "extracted"),
    ("c:\\windows\\x", "c__windows_x"),
  ])
  func hostileNamesStayInTheFolder(_ name: String, _ file: String) throws {
    _ = try model([.init(name, "secret")])
    let run = try inspect("--extract=\(name)")
    #expect(run.status == 0, "\(run.error)")
    #expect(bytes(file) == Array("secret".utf8))
    let names = Set(scratch.names())
    #expect(names == [file, "model.tflite"])
  }

  @Test func thePageHoldsNamesAsDataAlone() throws {
    let evil = [
      "</script><script>alert(1)</script>", "<!--<script>", "\"><img src=x onerror=alert(1)>",
      "a\u{2028}b", "]]>&amp;",
    ]
    var b = ModelBuilder(description: evil[0])
    let x = b.tensor(evil[0], .float32, [1])
    b.custom(evil[1], inputs: [x], outputs: [b.tensor(evil[2], .float32, [1])])
    b.metadata(evil[3], [1])
    b.signature(evil[4], inputs: [(evil[0], 0)], outputs: [(evil[1], 1)])
    _ = try scratch.write(b.build(inputs: [0], outputs: [1]), to: "model.tflite")
    let run = try inspect("--html", "page.html")
    #expect(run.status == 0, "\(run.error)")
    let page = String(decoding: try #require(bytes("page.html")), as: UTF8.self)
    #expect(page.components(separatedBy: "<script").count == 3)
    #expect(page.components(separatedBy: "</script").count == 3)
    #expect(!page.contains("<img") && !page.contains("<!--"))
    #expect(page.contains("default-src 'none'"))
    #expect(!page.contains("http://") && !page.contains("https://"))
    #expect(!page.contains("innerHTML") && !page.contains("document.write"))
    // The data are the JSON of the command and the drawings.
    let start = try #require(page.range(of: "id=\"model\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    let data = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
    let object = try #require(data as? [String: Any])
    #expect(object["description"] as? String == evil[0])
    let drawings = try #require(object["drawings"] as? [[String: Any]])
    let boxes = try #require(drawings.first?["boxes"] as? [[String: Any]])
    #expect(boxes.compactMap { $0["kind"] as? String } == ["input", "operator", "output"])
    #expect((drawings.first?["lines"] as? [Any])?.count == 2)
  }
}
