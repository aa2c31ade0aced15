import Foundation
import SwiftletTensor
import Testing

/// What `docs/format.md` shows is what the file holds and the command prints.
@Suite struct FormatGuideTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The blocks of the page that begin with a line, without that line.
  private static func blocks(_ fence: String) throws -> [[Substring]] {
    let page = try String(
      contentsOf: root.appendingPathComponent("docs/format.md"), encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [[Substring]] = []
    var isInside = false
    var isWanted = false
    for line in lines {
      if line.hasPrefix("```") {
        isWanted = !isInside && line == fence
        isInside.toggle()
        if isWanted { blocks.append([]) }
      } else if isWanted {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }

  @Test(.enabled(if: !RedZones.isOn, "red zones make the arena larger than the page says"))
  func theCommandPrintsWhatIsShown() throws {
    let block = try #require(try Self.blocks("```console").first)
    let command = try #require(block.first?.split(separator: " ").map(String.init))
    #expect(command.prefix(2) == ["$", "swiftlet"] && command[3].hasSuffix("smallest.tflite"))
    let path = Self.root.appendingPathComponent(command[3]).path
    let run = try Executable.run([command[2], path] + command.dropFirst(4))
    #expect(run.status == 0)
    let shown = block.dropFirst().joined(separator: "\n") + "\n"
    #expect(run.output.replacingOccurrences(of: path, with: command[3]) == shown)
  }

  @Test func theBytesAreThoseOfTheFile() throws {
    let file = [UInt8](
      try Data(
        contentsOf: Self.root.appendingPathComponent("Fixtures/models/smallest.tflite")))
    let rows = try Self.blocks("```hexdump").flatMap(\.self)
    #expect(rows.count > 40)
    for row in rows {
      let offset = try #require(Int(row.prefix(3).drop { $0 == " " }))
      let bytes = row.dropFirst(5).prefix(26).split(separator: " ").prefix { $0.count == 2 }
        .compactMap { UInt8($0, radix: 16) }
      #expect(!bytes.isEmpty && Array(file[offset...].prefix(bytes.count)) == bytes, "\(row)")
    }
  }
}
