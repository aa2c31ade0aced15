import Foundation
import SwiftletCLI
import SwiftletTensor
import SwiftletTestSupport
import Testing

/// Every code block of every page is checked in one way or another.
@Suite struct DocumentationTests {
  /// What checks the blocks of each kind.
  private static let kinds = [
    "console": "DocumentedCommandsTests runs the commands and compares what they print",
    "sh": "DocumentedCommandsTests runs the commands; DocumentedTools looks into those of builds",
    "swift": "swiftIsCompiled",
    "json": "objectsAreRead",
    "http": "DocumentedCommandsTests.requestsAreThoseOfThePage",
    "nginx": "DocumentedCommandsTests.requestsAreThoseOfThePage",
    "hexdump": "FormatGuideTests",
    "text": "DrawingsTests",
  ]

  @Test func everyBlockIsChecked() throws {
    let blocks = try DocumentedBlock.all()
    #expect(blocks.count > 60 && DocumentedBlock.pages.count > 30)
    #expect(blocks.contains { $0.page.hasSuffix(".swift") })
    for block in blocks where Self.kinds[block.kind] == nil {
      Issue.record("\(block): nothing checks blocks of the kind \"\(block.kind)\"")
    }
    #expect(Set(blocks.map(\.kind)) == Set(Self.kinds.keys))
    // Suites that look at one page.
    #expect(blocks.filter { $0.kind == "hexdump" }.allSatisfy { $0.page == "docs/format.md" })
    for kind in ["http", "nginx"] {
      let pages = blocks.filter { $0.kind == kind }.map(\.page)
      #expect(pages == ["docs/guides/hosting-models.md"])
    }
  }

  @Test func blocksAreFound() throws {
    let text = "a\n```sh\nx\n```\n- b\n\n  ~~~~ json\n  ```\n    {}\n  ~~~~\n```\n"
    let blocks = try DocumentedBlock.blocks(in: text + "```\n", of: "page")
    #expect(blocks.map(\.kind) == ["sh", "json", ""] && blocks.map(\.line) == [2, 7, 11])
    #expect(blocks.map(\.lines) == [["x"], ["```", "  {}"], []])
    #expect(throws: (any Error).self) { try DocumentedBlock.blocks(in: text, of: "page") }
  }

  @Test(arguments: [
    ("1 …", "1 2\n", true), ("1 …", "1 2\n3\n", false), ("…\n3", "1\n2\n3\n", true),
    ("…\n3", "3\n", true), ("a.c", "abc\n", false), ("avx512, 1", "portable, 1\n", true),
    ("", "\n", true), ("x", "", false),
  ])
  func outputsAreCompared(_ shown: String, _ output: String, _ isEqual: Bool) {
    #expect(Transcript.shows(shown.components(separatedBy: "\n"), output) == isEqual)
  }

  /// Each paragraph of a block stands in a file that the tests compile; or the block is a manifest,
  /// which the package manager reads.
  @Test func swiftIsCompiled() throws {
    func lines(_ text: String) -> [String] {
      text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let sources = try DocumentedBlock.files(in: "Tests", ending: ".swift")
      .map { "\n" + lines(try DocumentedBlock.text($0)).joined(separator: "\n") + "\n" }
    for block in try DocumentedBlock.all() where block.kind == "swift" {
      if block.lines.first?.hasPrefix("// swift-tools-version") == true {
        try expectManifest(block)
        continue
      }
      let paragraphs = lines(block.text).split(separator: "").map {
        "\n" + $0.joined(separator: "\n") + "\n"
      }
      #expect(!paragraphs.isEmpty, "\(block)")
      #expect(
        sources.contains { source in paragraphs.allSatisfy { source.contains($0) } },
        "\(block) is compiled nowhere")
    }
  }

  /// A manifest can be read, and the products that it takes are there.
  private func expectManifest(_ block: DocumentedBlock) throws {
    let scratch = try ScratchFolder()
    _ = try scratch.write(Array(block.text.utf8), to: "Package.swift")
    let dump = try Executable.run(
      ["swift", "package", "--package-path", scratch.path, "dump-package"],
      executable: "/usr/bin/env")
    #expect(dump.status == 0, "\(block): \(dump.error)")
    let products = block.text.components(separatedBy: ".product(name: \"").dropFirst()
      .compactMap { $0.split(separator: "\"").first }
    let own = try DocumentedBlock.text("Package.swift")
    #expect(!products.isEmpty)
    for product in products { #expect(own.contains(".library(name: \"\(product)\"")) }
  }

  /// Each JSON block is given to what reads it.
  @Test func objectsAreRead() throws {
    for block in try DocumentedBlock.all() where block.kind == "json" {
      let object = try JSONSerialization.jsonObject(with: Data(block.text.utf8))
      switch block.page {
      case "docs/command-line.md": try expectCases(block)
      case "docs/guides/labelling.md": try expectManifestOfLabels(block)
      case "docs/guides/hosting-models.md":
        // What `Desk`'s server answers; the download needs its address and compares its size.
        let answer = try #require(object as? [String: Any])
        #expect((answer["downloadUri"] as? String)?.hasSuffix("/models/flowers-3.tflite") == true)
        #expect(answer["sizeBytes"] is String && answer["labels"] is [String])
      default: Issue.record("\(block): nothing reads it")
      }
    }
  }

  /// `run --cases` takes the list.
  private func expectCases(_ block: DocumentedBlock) throws {
    let scratch = try ScratchFolder()
    var builder = ModelBuilder()
    let x = builder.tensor("x", .uint8, [1, 8, 8, 3], signature: [1, -1, -1, 3])
    builder.signature("serving_default", inputs: [("0", x)], outputs: [("y", x)])
    let model = try scratch.write(builder.build(inputs: [x], outputs: [x]), to: "model.tflite")
    _ = try scratch.write(
      NPYArray(
        type: .uint8, shape: [1, 320, 320, 3], bytes: [UInt8](repeating: 7, count: 307_200)
      ).file, to: "a.npy")
    let cases = try scratch.write(Array(block.text.utf8), to: "cases.json")
    let outcome = try Executable.run(["run", model, "--cases", cases], in: scratch.path)
    #expect(outcome.status == 0, "\(block): \(outcome.error)")
    #expect(try NPY(contentsOf: scratch.path("out0/0.npy")).shape == [1, 320, 320, 3])
  }

  /// `label` finds model and labels by the manifest, and only then misses them.
  private func expectManifestOfLabels(_ block: DocumentedBlock) throws {
    let scratch = try ScratchFolder()
    let manifest = try scratch.write(Array(block.text.utf8), to: "manifest.json")
    let picture = try scratch.write(
      Array("P6 4 4 255\n".utf8) + [UInt8](repeating: 128, count: 48), to: "picture.ppm")
    let outcome = try Executable.run(["label", picture, "--manifest", manifest])
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("\(scratch.path)/model.tflite"), "\(outcome.error)")
  }
}
