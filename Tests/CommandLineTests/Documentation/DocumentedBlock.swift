import Foundation

/// A fenced block of one of the project's pages.
struct DocumentedBlock: Sendable, CustomStringConvertible {
  /// The page, as a path from the root of the repository.
  let page: String
  /// The number of the line with the opening fence.
  let line: Int
  /// The word behind the fence, which says how the block is checked.
  let kind: String
  let lines: [String]

  var text: String { lines.map { $0 + "\n" }.joined() }
  var description: String { "\(page):\(line)" }

  /// The root of the repository.
  static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file of the repository.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// All files of the repository below a folder whose names end so.
  static func files(in folder: String, ending: String) -> [String] {
    let names = try? FileManager.default.subpathsOfDirectory(
      atPath: root.appendingPathComponent(folder).path)
    return (names ?? []).filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }

  /// All pages.
  static let pages =
    ["README.md"]
    + ["Benchmarks", "Fixtures", "Sources", "Tests", "docs"].flatMap {
      files(in: $0, ending: ".md")
    }

  /// The blocks of all pages, and of the comments that the API reference is made of.
  static func all() throws -> [DocumentedBlock] {
    try (pages + files(in: "Sources", ending: ".swift")).flatMap(blocks(of:))
  }

  /// The blocks of a page.
  static func blocks(of page: String) throws -> [DocumentedBlock] {
    let text = try text(page)
    guard page.hasSuffix(".swift") else { return try blocks(in: text, of: page) }
    guard text.contains("```") else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let comment = line.drop { $0 == " " }
      return comment.hasPrefix("///") ? comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3) : ""
    }
    return try blocks(in: lines.joined(separator: "\n"), of: page)
  }

  /// The blocks in the text of a page; their lines lose the indentation of the fence.
  static func blocks(in text: String, of page: String) throws -> [DocumentedBlock] {
    var blocks: [DocumentedBlock] = []
    var open: (line: Int, indent: Int, fence: Substring, kind: String, lines: [String])?
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let trimmed = line.dropFirst(indent)
      let fence = trimmed.prefix { $0 == trimmed.first && ($0 == "`" || $0 == "~") }
      let rest = trimmed.dropFirst(fence.count).trimmingCharacters(in: .whitespaces)
      guard let block = open else {
        if fence.count >= 3, !rest.contains("`") {
          open = (number + 1, indent, fence, rest, [])
        }
        continue
      }
      if fence.hasPrefix(block.fence), rest.isEmpty {
        blocks.append(
          DocumentedBlock(page: page, line: block.line, kind: block.kind, lines: block.lines))
        open = nil
      } else {
        open?.lines.append(String(line.dropFirst(min(indent, block.indent))))
      }
    }
    if let open { throw Executable.Unusable("\(page):\(open.line): the block has no end") }
    return blocks
  }
}
