import Foundation
import SwiftletTestSupport
import Testing

/// `swiftlet classify` with the model and the photos that ship.
@Suite struct ClassifyTests {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures").path
  private static let model = "\(fixtures)/models/efficientnet_lite0_int8.tflite"
  private static let cat = "\(fixtures)/images/cat.jpg"

  private let scratch: ScratchFolder
  /// A small picture that needs no library to be read.
  private let picture: String

  init() throws {
    scratch = try ScratchFolder()
    var random = SplitMix64(seed: 6)
    let pixels = (0..<12 * 8 * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
    picture = try scratch.write(Array("P6 12 8 255\n".utf8) + pixels, to: "picture.ppm")
  }

  private func classify(
    _ words: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> Executable.Outcome {
    try Executable.run(
      ["classify", "--json"] + words, input: input,
      environment: ["SWIFTLET_DEFAULT_MODEL": Self.model].merging(environment) { $1 })
  }

  /// The categories of the first head of the first line.
  private func categories(_ outcome: Executable.Outcome) throws -> [[String: Any]] {
    let object = try #require(try outcome.objects().first)
    let heads = try #require(object["classifications"] as? [[String: Any]])
    return try #require(heads.first?["categories"] as? [[String: Any]])
  }

  @Test func namesWhatLiteRTNames() throws {
    let run = try classify([Self.cat, "--max-results", "4"])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    // From LiteRT on the pixels that MediaPipe feeds it, in units of 1/256.
    let expected = [("Egyptian cat", 202), ("tiger cat", 24), ("tabby", 19), ("lynx", 2)]
    let found = try categories(run)
    #expect(found.compactMap { $0["categoryName"] as? String } == expected.map(\.0))
    #expect(found.compactMap { $0["score"] as? Double } == expected.map { Double($0.1) / 256 })
  }

  @Test func printsTheContractsKeysInOrder() throws {
    let run = try classify([picture, "--max-results", "1", "--locale", "xx"])
    #expect(run.status == 0 && run.lines.count == 1, "\(run.error)")
    let head = #"{"image":"\#(picture)","classifications":[{"headIndex":0,"headName":"#
    #expect(run.output.hasPrefix(head))
    let category = try #require(try categories(run).first)
    let index = try #require(category["index"] as? Int)
    let score = try #require(category["score"] as? Double)
    let name = try #require(category["categoryName"] as? String)
    let tail =
      #""categories":[{"index":\#(index),"score":\#(Float(score)),"#
      + #""categoryName":"\#(name)","displayName":null}]}]}"#
    #expect(run.output.hasSuffix(tail + "\n"))
  }

  @Test func listsAreNeverSplitAndThresholdsHold() throws {
    let all = try categories(try classify([picture]))
    #expect(all.count == 1000)
    let names = all.compactMap { $0["categoryName"] as? String }
    let only = try classify([picture, "--allow", names[3], "--allow", names[0]])
    let kept = try categories(only)
    #expect(kept.compactMap { $0["categoryName"] as? String } == [names[0], names[3]])
    let without = try classify([picture, "--deny", names[0], "--max-results", "1"])
    let first = try categories(without)
    #expect(first.first?["categoryName"] as? String == names[1])
    let none = try classify([picture, "--score-threshold", "1.5"])
    #expect(none.status == 0)
    #expect(try categories(none).isEmpty)
  }

  @Test func pathsComeFromStandardInputToo() throws {
    let run = try classify(
      [picture, "-", picture, "--max-results", "1"], input: "\(picture)\n\n\(picture)")
    #expect(run.status == 0)
    #expect(run.lines.count == 4 && Set(run.lines).count == 1)
  }

  @Test func oneBadImageDoesNotStopTheOthers() throws {
    let text = try scratch.write(Array("no picture".utf8), to: "text.jpg")
    let missing = scratch.path("missing.png")
    let run = try classify([text, picture, missing, scratch.path, "--max-results", "1"])
    #expect(run.status == 1)
    let lines = try run.objects()
    try #require(lines.count == 4)
    #expect(lines[1]["classifications"] != nil)
    for (line, path) in [(0, text), (2, missing), (3, scratch.path)] {
      #expect(lines[line]["image"] as? String == path)
      let error = try #require(lines[line]["error"] as? [String: Any])
      #expect(error["code"] is Int && (error["message"] as? String)?.isEmpty == false)
    }
    let sentences = run.error.split(separator: "\n")
    #expect(sentences.count == 3)
    #expect(sentences.allSatisfy { $0.contains(scratch.path) })
  }

  @Test(arguments: [
    (["--model", ""], "ExternalFile must specify at least one of"),
    (["--model", "/no/such/model.tflite"], "Unable to open file at /no/such/model.tflite"),
    (["--model", #filePath], "The model is not a valid Flatbuffer buffer"),
    (["--max-results", "0"], "Invalid `max_results` option: value must be != 0."),
    (
      ["--allow", "a", "--deny", "b"],
      "`category_allowlist` and `category_denylist` are mutually exclusive options."
    ),
  ])
  func theAPIRefusesBeforeAnyImage(_ flags: [String], _ words: String) throws {
    let run = try classify([picture] + flags)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error.contains(words), "\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (["--rotation", "45"], "Expected rotation to be a multiple of 90°."),
    (["--roi", "0.1,0.1,1.2,0.9"], "Expected RectF values to be in [0,1]."),
    (["--roi", "-0.1,0,0.5,0.5"], "Expected RectF values to be in [0,1]."),
    (["--roi", "0.6,0.1,0.4,0.9"], "Expected RectF with left < right and top < bottom."),
  ])
  func theAPIRefusesTheCall(_ flags: [String], _ words: String) throws {
    let run = try classify([picture] + flags)
    #expect(run.status == 1)
    let error = try #require(try run.objects().first?["error"] as? [String: Any])
    #expect(error["message"] as? String == words)
    #expect(error["code"] as? Int == 3)
    #expect(run.error.contains(words))
  }

  @Test func rotationAndRegionReachTheModel() throws {
    let plain = try classify([picture, "--max-results", "3"]).output
    for flags in [["--rotation", "90"], ["--rotation", "-90"], ["--roi", "0,0,0.5,1"]] {
      let run = try classify([picture, "--max-results", "3"] + flags)
      #expect(run.status == 0 && run.output != plain, "\(flags)")
    }
    #expect(try classify([picture, "--max-results", "3", "--rotation", "-720"]).output == plain)
    let turned = try classify(["\(Self.fixtures)/images/cat_rotated.jpg", "--max-results", "1"])
    let best = try categories(turned).first
    #expect(best?["categoryName"] as? String == "Egyptian cat")
  }

  @Test func callersLabelsReplaceTheModels() throws {
    let lines = (0..<1000).map { "label \($0)" }.joined(separator: "\n")
    let labels = try scratch.write(Array(lines.utf8), to: "labels.txt")
    let run = try classify([picture, "--labels", labels, "--max-results", "1"])
    #expect(run.status == 0, "\(run.error)")
    let best = try #require(try categories(run).first)
    #expect(best["categoryName"] as? String == "label \(best["index"] as? Int ?? -1)")
    let few = try scratch.write(Array("one\ntwo\n".utf8), to: "few.txt")
    let refused = try classify([picture, "--labels", few])
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(refused.error.contains("2 labels") && refused.error.contains("1000 classes"))
  }

  @Test func theTextNamesModelImageAndCategories() throws {
    let run = try Executable.run(
      ["classify", Self.cat, "--model", Self.model, "--max-results", "2"])
    #expect(run.status == 0 && run.error.isEmpty)
    #expect(run.lines.count == 4)
    #expect(run.lines[0] == "efficientnet_lite0_int8.tflite")
    #expect(run.lines[1] == Self.cat)
    #expect(run.lines[2].hasPrefix("  0.7891  Egyptian cat"))
    #expect(run.lines[3].hasPrefix("  0.0938  tiger cat"))
  }

  @Test(arguments: [
    (".build/x/release/swiftlet", "Fixtures/models"), ("bin/swiftlet", "share/swiftlet"),
  ])
  func theDefaultModelIsFoundFromTheCommand(_ command: String, _ folder: String) throws {
    let name = "efficientnet_lite0_int8.tflite"
    let copy = scratch.path(command)
    for path in [URL(fileURLWithPath: copy).deletingLastPathComponent().path, scratch.path(folder)]
    {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true)
    }
    try Executable.copy(to: copy)
    let lost = try Executable.run(["classify", picture], in: "/", executable: copy)
    #expect(lost.status == 1 && lost.error.contains("SWIFTLET_DEFAULT_MODEL"), "\(lost.error)")
    try FileManager.default.copyItem(
      atPath: Self.model, toPath: scratch.path("\(folder)/\(name)"))
    let found = try Executable.run(["classify", picture], in: "/", executable: copy)
    #expect(found.status == 0, "\(found.error)")
    let given = try Executable.run(
      ["classify", picture], environment: ["SWIFTLET_DEFAULT_MODEL": "/none.tflite"],
      executable: copy)
    #expect(given.status == 1 && given.error.contains("Unable to open file at /none.tflite"))
  }

  @Test func theDefaultModelIsFoundFromTheCurrentFolder() throws {
    let copy = scratch.path("swiftlet")
    try Executable.copy(to: copy)
    let run = try Executable.run(
      ["classify", picture], in: "\(Self.fixtures)/images", executable: copy)
    #expect(run.status == 0, "\(run.error)")
  }
}
