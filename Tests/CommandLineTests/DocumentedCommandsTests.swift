import Foundation
import Testing

/// Commands in the documentation exist and know the flags that they are shown with.
@Suite struct DocumentedCommandsTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The lines of code blocks that call the command, as words without comments.
  private static func calls() throws -> [(page: String, words: [String])] {
    let docs = root.appendingPathComponent("docs").path
    let names = try FileManager.default.subpathsOfDirectory(atPath: docs)
    let pages = names.filter { $0.hasSuffix(".md") && !$0.hasPrefix("changelog") }
    var calls: [(page: String, words: [String])] = []
    for page in pages.map({ "docs/\($0)" }) + ["README.md", "Benchmarks/README.md"] {
      let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
      var isCode = false
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          isCode.toggle()
          continue
        }
        let words = line.split(separator: "#")[..<min(1, line.count)].first.map {
          $0.split(separator: " ").map(String.init)
        }
        guard isCode, var words else { continue }
        if words.first == "$" { words.removeFirst() }
        guard words.count > 1, words[0] == "swiftlet" else { continue }
        calls.append((page, Array(words.dropFirst())))
      }
    }
    return calls
  }

  @Test func flagsExist() throws {
    let calls = try Self.calls()
    #expect(calls.count > 20)
    var help: [String: String] = [:]
    for (page, words) in calls {
      let command = words[0]
      guard !command.hasPrefix("-") else { continue }
      if help[command] == nil {
        let run = try Executable.run([command, "--help"])
        #expect(run.status == 0, "\(page): swiftlet \(command)")
        help[command] = run.output
      }
      let flags = words.flatMap { word in
        word.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "-") })
          .filter { $0.hasPrefix("--") && $0.count > 2 }
      }
      let known = help[command] ?? ""
      for flag in flags where !known.contains(flag) {
        Issue.record("\(page): swiftlet \(command) does not know \(flag)")
      }
    }
  }
}
