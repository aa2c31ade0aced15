import Foundation
import Testing

/// What ships with the package is what its table says, and the default model gives the peer's values.
@Suite struct FixturesTests {
  private struct Row {
    let file: String
    let licence: String
    let checksum: String
    let script: String
  }

  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures").path

  private static func rows() throws -> [Row] {
    let text = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 5, cells[3].count == 64 else { return nil }
      return Row(file: cells[0], licence: cells[2], checksum: cells[3], script: cells[4])
    }
  }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(Self.folder)/\(folder)")
      .map { "\(folder)/\($0)" }
      .filter { file in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(
          atPath: "\(Self.folder)/\(file)", isDirectory: &isFolder)
        return !isFolder.boolValue
      }
  }

  @Test func everyFileHasARowWithItsChecksum() throws {
    let rows = try Self.rows()
    #expect(try Set(rows.map(\.file)) == Set(Self.files(in: "models") + Self.files(in: "images")))
    for row in rows {
      let outcome = try Executable.run(
        ["\(Self.folder)/\(row.file)"], executable: "/usr/bin/sha256sum")
      #expect(outcome.output.hasPrefix(row.checksum), "\(row.file) is not what its row says")
      #expect(["Apache-2.0", "CC0-1.0", "public domain"].contains(row.licence))
      let script = row.script.split(whereSeparator: { "[]()".contains($0) }).first.map(String.init)
      #expect(FileManager.default.fileExists(atPath: "\(Self.folder)/\(script ?? "")"))
    }
  }

  @Test func theFolderStaysSmall() throws {
    var total = 0
    let all = try #require(FileManager.default.enumerator(atPath: Self.folder))
    for case let file as String in all {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(Self.folder)/\(file)")
      let size = (attributes[.size] as? Int) ?? 0
      #expect(size <= 6_000_000, "\(file)")
      total += size
    }
    #expect(total <= 16_000_000)
  }

  /// Scores in units of 1/256, of LiteRT with its default kernels and with its reference kernels.
  @Test(
    arguments: [
      ("cat", "litert", [285: 202, 282: 24, 281: 19, 287: 2]),
      ("cat", "reference", [285: 207, 282: 21, 281: 18, 287: 2]),
      ("cat_rotated", "litert", [285: 201, 282: 25, 281: 19, 287: 2]),
      ("cat_rotated", "reference", [285: 200, 282: 27, 281: 19, 287: 2]),
      ("coffee", "litert", [967: 230, 968: 10, 504: 3, 925: 3, 809: 2]),
      ("coffee", "reference", [967: 231, 968: 10, 504: 3, 809: 2, 925: 2]),
      ("rocket", "litert", [657: 107, 812: 29, 744: 27, 668: 8, 900: 7]),
      ("rocket", "reference", [657: 109, 744: 29, 812: 27, 668: 7]),
    ] as [(String, String, [Int: Int])])
  func theDefaultModelGivesThePeersScores(
    photo: String, arithmetic: String, expected: [Int: Int]
  ) throws {
    let outcome = try Executable.run(
      [
        "classify", "\(Self.folder)/images/\(photo).jpg", "--json", "--arithmetic", arithmetic,
        "--max-results", "\(expected.count)",
      ],
      environment: [
        "SWIFTLET_DEFAULT_MODEL": "\(Self.folder)/models/efficientnet_lite0_int8.tflite"
      ])
    let heads = try #require(
      try outcome.objects().first?["classifications"] as? [[String: Any]], "\(outcome.error)")
    let categories = try #require(heads.first?["categories"] as? [[String: Any]])
    var found: [Int: Int] = [:]
    for category in categories {
      let index = try #require(category["index"] as? Int)
      found[index] = Int(((category["score"] as? Double) ?? -1) * 256)
    }
    #expect(found == expected)
  }
}
