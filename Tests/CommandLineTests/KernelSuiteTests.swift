import Foundation
import Testing

/// The suite of kernels and its tables of several machines.
@Suite struct KernelSuiteTests {
  private let scratch: ScratchFolder
  private let suite = URL(fileURLWithPath: Executable.path).deletingLastPathComponent()
    .appendingPathComponent("KernelBenchmarks").path

  init() throws { scratch = try ScratchFolder() }

  /// Measures three small layers.
  private func measure(_ name: String) throws -> String {
    let shapes = try scratch.write(
      Array(
        """
        # A comment.
        Tiny;conv;f32;4x4x8;8;1;1
        Tiny;conv;q8;4x4x8;8;1;1
        Tiny;softmax;f32;1x1x10;10;1;1

        """.utf8), to: "shapes.txt")
    let file = scratch.path(name)
    let run = try Executable.run(
      [shapes, "--milliseconds", "1", "--json", file], executable: suite)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.contains { $0.hasPrefix("| Tiny | 4×4×8 → 4×4×8, conv 1×1 | q8 | gemm q8") })
    return file
  }

  private func merge(_ arguments: String...) throws -> Executable.Outcome {
    try Executable.run(["--merge"] + arguments, executable: suite)
  }

  @Test func machinesStandSideBySide() throws {
    let first = try measure("alpha.json")
    let second = scratch.path("beta.json")
    // A machine that takes twice the time.
    let text = try String(contentsOfFile: first, encoding: .utf8)
    var report = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let layers = try #require(report["layers"] as? [[String: Any]])
    report["layers"] = layers.map { layer in
      var layer = layer
      layer["nanoseconds"] = 2 * (layer["nanoseconds"] as? Double ?? 0)
      return layer
    }
    try JSONSerialization.data(withJSONObject: report).write(to: URL(fileURLWithPath: second))
    let merged = try merge(first, second)
    #expect(merged.status == 0, "\(merged.error)")
    #expect(
      merged.lines.contains("| network | layer | type | alpha | beta | beta ÷ alpha in time |"))
    let rows = merged.lines.filter { $0.hasPrefix("| Tiny |") }
    #expect(rows.count == 3 && rows.allSatisfy { $0.hasSuffix("| 2.0 |") })
    #expect(rows[2].contains("µs (") && rows[0].contains(" ("))
    #expect(merged.lines[0].hasPrefix("- **alpha**: "))
    let sets = try merge(first, second, first, "--sets", "--of", "roofline")
    #expect(sets.lines.contains("| network | layer | type | set | alpha | beta | alpha |"))
    #expect(sets.lines.count { $0.hasPrefix("| Tiny |") } == layers.count)
    #expect(sets.lines.last?.contains(" % |") == true)
  }

  @Test func otherFilesAreRefused() throws {
    let other = try scratch.write(Array("{}".utf8), to: "other.json")
    for (arguments, status, words) in [
      ([other], 1, "holds no results"), ([scratch.path("none.json")], 1, "cannot be read"),
      ([], 2, "Name a file"), ([other, "--of", "nothing"], 2, "--of needs one of"),
    ] as [([String], Int32, String)] {
      let run = try Executable.run(["--merge"] + arguments, executable: suite)
      #expect(run.status == status && run.output.isEmpty && run.error.contains(words))
    }
    let none = try Executable.run([scratch.path("none.txt")], executable: suite)
    #expect(none.status == 1 && none.error.contains("name a file of shapes"))
    let shapes = try scratch.write(Array("conv;1".utf8), to: "shapes.txt")
    #expect(try Executable.run([shapes], executable: suite).error.contains("is no layer"))
    let layer = try scratch.write(Array("Tiny;conv;f32;4x4x8;8;1;1".utf8), to: "layer.txt")
    let missed = try Executable.run([layer, "--only", "Large"], executable: suite)
    #expect(missed.status == 1 && missed.output.isEmpty && missed.error.contains("\"Large\""))
  }
}
