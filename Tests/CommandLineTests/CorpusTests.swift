import Foundation
import SwiftletTestSupport
import Testing

/// The command on files of others, good and bad.
@Suite(.enabled(if: Corpus.isPresent, "\(Corpus.advice)"))
struct CorpusTests {
  @Test(arguments: Corpus.names(in: "bad", suffix: ".tflite"))
  func aBrokenModelIsRefusedOrRuns(_ file: String) throws {
    let path = try Corpus.path("bad/\(file)")
    for command in ["inspect", "run"] {
      let run = try Executable.run([command, path, "--json"])
      #expect(run.status == 0 || run.status == 1, "\(command): \(run.status)")
      #expect(run.lines.count == (run.status == 0 ? 1 : 0))
      #expect(run.error.isEmpty == (run.status == 0), "\(run.error)")
      guard command == "inspect", run.status == 0 else { continue }
      try coversEveryByteOnce(run, path)
      #expect(try Executable.run(["inspect", path, "--full"]).status == 0)
      #expect(try Executable.run(["inspect", path, "--html", "/dev/null"]).status == 0)
    }
  }

  /// LiteRT crashes on this one, which reads a scale that is not there.
  @Test func aModelThatCannotBeLoadedIsShown() throws {
    let path = try Corpus.model("litert_blockwise_quantized.tflite")
    #expect(try Executable.run(["run", path]).status == 1)
    let run = try Executable.run(["inspect", path, "--json", "--strict"])
    #expect(run.status == 1)
    try coversEveryByteOnce(run, path)
    let findings = try #require(try run.objects().first?["findings"] as? [[String: Any]])
    let faults = findings.filter { $0["code"] as? String == "invalid-model" }
    #expect(
      (faults.first?["message"] as? String)?.contains("(ADD) of subgraph 0 reads tensor 2") == true)
  }

  /// Every twelfth model, so that each family is met.
  @Test(arguments: stride(from: 0, to: Corpus.models.count, by: 12).map { Corpus.models[$0] })
  func theFileMapCoversEveryByteOnce(_ file: String) throws {
    let path = try Corpus.model(file)
    let run = try Executable.run(["inspect", path, "--json"])
    #expect(run.status == 0, "\(run.error)")
    try coversEveryByteOnce(run, path)
  }

  private func coversEveryByteOnce(_ run: Executable.Outcome, _ path: String) throws {
    let report = try #require(try run.objects().first)
    let regions = try #require(report["fileMap"] as? [[String: Any]])
    var position = 0
    for region in regions {
      #expect(region["offset"] as? Int == position)
      position += try #require(region["length"] as? Int)
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect((attributes[.size] as? NSNumber)?.intValue == position)
  }
}
