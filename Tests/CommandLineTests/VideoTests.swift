import Foundation
import SwiftletTestSupport
import Testing

/// `--video` of the commands that look at images.
@Suite struct VideoTests {
  private static let model = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/models/efficientnet_lite0_int8.tflite").path

  private let scratch: ScratchFolder
  /// Four frames of noise at 25 frames a second.
  private let video: String
  private let bytes: [UInt8]

  init() throws {
    scratch = try ScratchFolder()
    var random = SplitMix64(seed: 8)
    var bytes = Array("YUV4MPEG2 W16 H10 F25:1 Ip A1:1 C420jpeg\n".utf8)
    for _ in 0..<4 {
      bytes += Array("FRAME\n".utf8)
      bytes += (0..<240).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    self.bytes = bytes
    video = try scratch.write(bytes, to: "noise.y4m")
  }

  private func run(_ words: [String], from file: String? = nil) throws -> Executable.Outcome {
    let environment = ["SWIFTLET_DEFAULT_MODEL": Self.model]
    guard let file else { return try Executable.run(words, environment: environment) }
    // A pipe, as another program would fill it.
    return try Executable.run(
      ["-c", "cat \"$0\" | \"$@\"", file, Executable.path] + words, environment: environment,
      executable: "/bin/sh")
  }

  @Test(arguments: ["classify", "embed"])
  func printsALineAFrame(_ command: String) throws {
    let outcome = try run([command, "--json", "--video", video])
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    let objects = try outcome.objects()
    #expect(objects.compactMap { $0["timestampInMilliseconds"] as? Int } == [0, 40, 80, 120])
    #expect(objects.allSatisfy { $0["image"] as? String == video })
    #expect(outcome.output.hasPrefix(#"{"image":"\#(video)","timestampInMilliseconds":0,""#))
    #expect(!outcome.output.contains("cosineSimilarity"))
  }

  @Test func readsStandardInput() throws {
    let file = try run(["classify", "--json", "--max-results", "2", "--video", video])
    let pipe = try run(
      ["classify", "--json", "--max-results", "2", "--video", "-"], from: video)
    #expect(pipe.status == 0, "\(pipe.error)")
    #expect(pipe.output == file.output.replacingOccurrences(of: "\"\(video)\"", with: "\"-\""))
  }

  @Test func framesAreClassifiedLikePictures() throws {
    let gray = try scratch.write(
      Array("YUV4MPEG2 W4 H4 F10:1 Cmono XCOLORRANGE=FULL\nFRAME\n".utf8) + Array(1...16),
      to: "g.y4m")
    let picture = try scratch.write(Array("P5 4 4 255\n".utf8) + Array(1...16), to: "g.pgm")
    let flags = ["--json", "--rotation", "90", "--roi", "0,0.25,0.75,1", "--max-results", "5"]
    let still = try run(["classify", picture] + flags)
    let moving = try run(["classify", "--video", gray] + flags)
    func tail(_ outcome: Executable.Outcome) -> Substring? {
      outcome.output.range(of: "\"classifications\"").map { outcome.output[$0.lowerBound...] }
    }
    #expect(tail(still) != nil)
    #expect(tail(still) == tail(moving))
  }

  @Test func textTellsTimes() throws {
    let outcome = try run(["classify", "--max-results", "1", "--video", video])
    #expect(
      outcome.lines.filter { $0.hasPrefix(video) }.map { $0.dropFirst(video.count) }
        == [" at 0.000 s", " at 0.040 s", " at 0.080 s", " at 0.120 s"])
  }

  @Test func aVideoThatEndsEarlyGivesItsWholeFrames() throws {
    let cut = try scratch.write(Array(bytes.dropLast()), to: "cut.y4m")
    let outcome = try run(["classify", "--json", "--max-results", "1", "--video", cut])
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 4)
    let sentence = "The Y4M video ends in the middle of frame 3."
    #expect(outcome.error == "swiftlet: \(cut): \(sentence)\n")
    let last = try #require(try outcome.objects().last)
    let error = try #require(last["error"] as? [String: Any])
    #expect(error["code"] as? Int == 15 && error["message"] as? String == sentence)
  }

  @Test(arguments: [
    ("YUV4MPEG2 W4 H4 C420p10\n", 12), ("RIFF", 3), ("", 3), ("YUV4MPEG2 W4\n", 3),
    ("YUV4MPEG2 W60000 H60000\n", 8),
  ])
  func malformedVideosGiveOneSentence(_ text: String, _ code: Int) throws {
    let file = try scratch.write(Array(text.utf8), to: "bad.y4m")
    for source in [[file], ["-"]] {
      let outcome = try run(
        ["embed", "--json", "--video"] + source, from: source == ["-"] ? file : nil)
      #expect(outcome.status == 1)
      #expect(outcome.error.split(separator: "\n").count == 1, "\(outcome.error)")
      let error = try #require(try outcome.objects().first?["error"] as? [String: Any])
      #expect(error["code"] as? Int == code)
    }
  }

  @Test func aFrameThatIsRefusedEndsTheVideo() throws {
    let outcome = try run(["classify", "--json", "--rotation", "45", "--video", video])
    #expect(outcome.status == 1)
    #expect(outcome.lines.count == 1)
    #expect(outcome.error.contains("Expected rotation to be a multiple of 90"))
  }

  @Test func imagesAndAVideoExcludeEachOther() throws {
    let outcome = try run(["classify", "--json", video, "--video", video])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.error.contains("--video"))
    let neither = try run(["classify", "--json"])
    #expect(neither.status == 2 && neither.output.isEmpty)
    #expect(neither.error.contains("IMAGE… is missing"))
    let missing = try run(["classify", "--json", "--video", "/nowhere/x.y4m"])
    #expect(missing.status == 1)
    #expect(try missing.objects().first?["image"] as? String == "/nowhere/x.y4m")
  }
}
