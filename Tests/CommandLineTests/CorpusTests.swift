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
      #expect(run.error.split(separator: "\n").count == Int(run.status), "\(run.error)")
    }
  }

  /// Every twelfth model, so that each family is met.
  @Test(arguments: stride(from: 0, to: Corpus.models.count, by: 12).map { Corpus.models[$0] })
  func theFileMapCoversEveryByteOnce(_ file: String) throws {
    let path = try Corpus.model(file)
    let run = try Executable.run(["inspect", path, "--json"])
    #expect(run.status == 0, "\(run.error)")
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
