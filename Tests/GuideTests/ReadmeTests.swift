import Foundation
import Testing

/// The program in `README.md` is that of `FirstLook.swift`, which is compiled here.
@Suite struct ReadmeTests {
  private static let here = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent()

  private static func lines(_ path: String) throws -> [Substring] {
    try String(contentsOf: here.appendingPathComponent(path).standardized, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test func theProgramIsCompiled() throws {
    let readme = try Self.lines("../../README.md")
    let start = try #require(readme.firstIndex(of: "```swift")) + 1
    let end = try #require(readme[start...].firstIndex(of: "```"))
    let body = try Self.lines("FirstLook.swift").drop { !$0.hasPrefix("func ") }.dropFirst()
      .prefix { $0 != "}" }.map { $0.dropFirst(2) }
    #expect(!body.isEmpty && Array(readme[start..<end]) == ["import Swiftlet", ""] + body)
  }
}
