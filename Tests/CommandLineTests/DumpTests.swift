import Foundation
import SwiftletCLI
import SwiftletFormat
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// `swiftlet run --dump`.
@Suite struct DumpTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func manifest(_ folder: String) throws -> [String: Any] {
    let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/manifest.json"))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func network() throws -> String {
    try scratch.write(SmallNetwork().file(), to: "network.tflite")
  }

  @Test func holdsEveryTensorAlthoughMemoryIsShared() throws {
    let folder = scratch.path("dump")
    let run = try Executable.run(
      ["run", try network(), "--dump", folder, "--output-dir", scratch.path("out")])
    #expect(run.status == 0, "\(run.error)")
    let manifest = try manifest(folder)
    #expect(manifest["format"] as? String == "swiftlet-dump")
    let tensors = try #require(manifest["tensors"] as? [[String: Any]])
    #expect(tensors.map { $0["name"] as? String } == ["image"] + SmallNetwork.results)
    #expect(tensors.map { $0["step"] as? Int } == [nil, 0, 1, 2, 3, 4])
    #expect(tensors.map { $0["elided"] as? Bool } == [false, false, false, false, true, false])
    #expect(tensors[2]["sharesMemoryOf"] as? Int == tensors[1]["index"] as? Int)
    let arrays = try tensors.map { entry in
      try NPY(contentsOf: "\(folder)/\(try #require(entry["file"] as? String))")
    }
    for (array, entry) in zip(arrays, tensors) {
      #expect(array.shape == entry["shape"] as? [Int])
    }
    // What was overwritten later is there as it was.
    let (first, sum) = (floats(arrays[1]), floats(arrays[2]))
    #expect(zip(first, sum).allSatisfy { $0 + 0.25 == $1 } && first.count == 128)
    #expect(arrays[3].bytes == arrays[4].bytes)
    #expect(try NPY(contentsOf: scratch.path("out/0.npy")).bytes == arrays[5].bytes)
    let missing = try #require(manifest["missing"] as? [[String: Any]])
    #expect(missing.count == 6 && missing.allSatisfy { $0["reason"] as? String == "constant" })
    #expect(scratch.names() == ["dump", "network.tflite", "out"])
  }

  private func floats(_ array: NPY) -> [Float] {
    stride(from: 0, to: array.bytes.count, by: 4).map { start in
      Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(array.bytes[start + $1]) << (8 * $1) })
    }
  }

  @Test func constantsAreWrittenWhenAskedFor() throws {
    let folder = scratch.path("dump")
    let run = try Executable.run(
      ["run", try network(), "--dump", folder, "--dump-constants"])
    #expect(run.status == 0, "\(run.error)")
    let manifest = try manifest(folder)
    #expect((manifest["missing"] as? [Any])?.isEmpty == true)
    let tensors = try #require(manifest["tensors"] as? [[String: Any]])
    let bias = try #require(tensors.first { $0["name"] as? String == "second/bias" })
    #expect(bias["kind"] as? String == "constant")
    #expect(try NPY(contentsOf: "\(folder)/\(bias["file"] ?? "")").shape == [8])
  }

  /// `x` is doubled until it is 100 or more.
  private func loop() throws -> String {
    var b = ModelBuilder()
    let x = b.tensor("x", .int32, [1])
    let y = b.tensor("y", .int32, [1])
    b.operator(.while, inputs: [x], outputs: [y], options: WhileOptions()) {
      $0.condSubgraphIndex = 1
      $0.bodySubgraphIndex = 2
    }
    b.subgraph("condition") { b in
      let value = b.tensor("value", .int32, [1])
      let limit = b.constant("limit", [Int32(100)], [1])
      let isLess = b.tensor("is less", .bool, [1])
      b.operator(.less, inputs: [value, limit], outputs: [isLess], options: LessOptions())
      return ([value], [isLess])
    }
    b.subgraph("body") { b in
      let value = b.tensor("value", .int32, [1])
      let doubled = b.tensor("doubled", .int32, [1])
      b.operator(.add, inputs: [value, value], outputs: [doubled], options: AddOptions())
      return ([value], [doubled])
    }
    return try scratch.write(b.build(inputs: [x], outputs: [y]), to: "loop.tflite")
  }

  @Test func callsOfSubgraphsAreWrittenUpToALimit() throws {
    let start = try scratch.write(
      NPYArray(type: .int32, shape: [1], bytes: [3, 0, 0, 0]).file, to: "3.npy")
    let folder = scratch.path("dump")
    let run = try Executable.run(
      ["run", try loop(), "--input", "0=\(start)", "--dump", folder, "--dump-calls", "2"])
    #expect(run.status == 0, "\(run.error)")
    let manifest = try manifest(folder)
    let calls = try #require(manifest["calls"] as? [[String: Int]])
    // 3 becomes 192 in six rounds; the condition is looked at once more.
    #expect(
      calls == [
        ["subgraph": 1, "made": 7, "written": 2], ["subgraph": 2, "made": 6, "written": 2],
      ])
    #expect(try NPY(contentsOf: "\(folder)/subgraph2-call1-1.npy").bytes == [12, 0, 0, 0])
    #expect(try NPY(contentsOf: "\(folder)/1.npy").bytes == [192, 0, 0, 0])
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/subgraph2-call2-1.npy"))
  }

  @Test func nothingIsLeftOfAFailure() throws {
    let network = try network()
    try FileManager.default.createDirectory(
      atPath: scratch.path("full/folder"), withIntermediateDirectories: true)
    let full = try Executable.run(["run", network, "--dump", scratch.path("full"), "--json"])
    #expect(full.status == 1 && full.output.isEmpty)
    #expect(full.error.contains("is no empty folder"))
    let same = try Executable.run(
      ["run", network, "--dump", scratch.path("a"), "--output-dir", scratch.path("b/../a/")])
    #expect(same.status == 1 && same.error.contains("give two folders"))
    var b = ModelBuilder()
    let (x, y) = (b.tensor("x", .int32, [1]), b.tensor("y", .int32, [1]))
    let zero = b.constant("zero", [Int32(0)], [1])
    b.operator(.floorDiv, inputs: [x, zero], outputs: [y])
    let division = try scratch.write(b.build(inputs: [x], outputs: [y]), to: "division.tflite")
    let failed = try Executable.run(["run", division, "--dump", scratch.path("failed")])
    #expect(failed.status == 1 && failed.error.contains("FLOOR_DIV"), "\(failed.error)")
    #expect(scratch.names() == ["division.tflite", "full", "network.tflite"])
  }

  @Test func eachCaseMayHaveADump() throws {
    let folder = scratch.path("first")
    let cases = try scratch.write(
      Array(#"[{"dump": "\#(folder)"}, {}]"#.utf8), to: "cases.json")
    let run = try Executable.run(["run", try network(), "--cases", cases, "--json"])
    #expect(run.status == 0 && run.lines.count == 2, "\(run.error)")
    #expect(try (manifest(folder)["tensors"] as? [Any])?.count == 6)
  }

  /// A dumped run gives what a plain one gives: every twelfth model.
  @Test(
    .enabled(if: Corpus.isPresent, "\(Corpus.advice)"),
    arguments: stride(from: 5, to: Corpus.models.count, by: 12).map { Corpus.models[$0] })
  func outputsAreThoseOfAPlainRun(_ file: String) throws {
    let model = try Corpus.model(file)
    let (plain, dumped) = (scratch.path("plain"), scratch.path("dumped"))
    let first = try Executable.run(["run", model, "--output-dir", plain])
    let second = try Executable.run(
      ["run", model, "--output-dir", dumped, "--dump", scratch.path("dump")])
    #expect(first.status == second.status)
    #expect(scratch.names(in: "plain") == scratch.names(in: "dumped"))
    for name in scratch.names(in: "plain") {
      #expect(
        FileManager.default.contents(atPath: "\(plain)/\(name)")
          == FileManager.default.contents(atPath: "\(dumped)/\(name)"), "\(name)")
    }
  }
}
