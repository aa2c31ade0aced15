import Foundation
import SwiftletTestSupport
import Testing

/// What runs take from the allocator, counted in a process of its own.
@Suite struct AllocationTests {
  private static let probe =
    URL(fileURLWithPath: Executable.path).deletingLastPathComponent()
    .appendingPathComponent("AllocationProbe").path

  private struct Line {
    let isFixed: Bool
    let taken: Int
    let kept: Int
    let path: String
  }

  /// The counts for models, or nil where this build cannot count.
  private static func count(_ models: [String], runs: Int, threads: Int) throws -> [Line]? {
    let outcome = try Executable.run(
      ["\(runs)", "\(threads)"] + models, executable: probe, seconds: 300)
    #expect(outcome.status == 0, "\(outcome.error)")
    if outcome.output == "inactive\n" { return nil }
    return outcome.lines.compactMap { line in
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      guard words.count == 4, let taken = Int(words[1]), let kept = Int(words[2]) else {
        return nil
      }
      return Line(isFixed: words[0] == "fixed", taken: taken, kept: kept, path: words[3])
    }
  }

  /// Models of single operators that run on zeros.
  private static var operators: [String] {
    RecordedCase.operators.flatMap { RecordedCase.names(of: $0) }
      .map { "\(RecordedCase.folder)/\($0).tflite" }
  }

  @Test(arguments: [1, 2]) func runsOfFixedGraphsTakeNothing(threads: Int) throws {
    let models =
      Self.operators + [
        "\(RecordedCase.folder)/../models/efficientnet_lite0_int8.tflite"
      ]
    guard let lines = try Self.count(models, runs: 20, threads: threads) else { return }
    #expect(lines.count > 100)
    for line in lines where line.isFixed {
      #expect(line.taken == 0, "\(line.path)")
    }
  }

  @Test func runsOfFlexibleGraphsKeepNothing() throws {
    guard let lines = try Self.count(Self.operators, runs: 500, threads: 1) else { return }
    let flexible = lines.filter { !$0.isFixed }
    #expect(flexible.count > 5)
    for line in flexible { #expect(line.kept <= 0, "\(line.path)") }
  }
}
