import Foundation
import Swiftlet
import Testing

/// The code in `docs/guides` is that of `Snippets`, which is compiled and run here.
@Suite struct GuidesTests {
  private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let fixtures = root.appendingPathComponent("Fixtures").path
  private static let classifier = "\(fixtures)/models/efficientnet_lite0_int8.tflite"
  private static let embedder = "\(fixtures)/models/image_embedder_int8.tflite"
  private static let detector = "\(fixtures)/models/fruit_detector_int8.tflite"
  private static let pictures = "\(fixtures)/images"

  /// The Swift blocks of a text, and the file names that stand before them.
  private static func blocks(of text: String) -> [(name: String, code: String)] {
    var blocks: [(name: String, code: String)] = []
    var code: [Substring]?
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let lines = code {
          blocks.append((name, lines.map { $0 + "\n" }.joined()))
          code = nil
        } else if line == "```swift" {
          code = []
        }
      } else if code != nil {
        code?.append(line)
      } else if line.hasPrefix("`"), line.hasSuffix(".swift`:") {
        name = String(line.dropFirst().dropLast(2))
      }
    }
    return blocks
  }

  @Test func codeIsThatOfTheSnippets() throws {
    let folder = Self.root.appendingPathComponent("docs/guides")
    let snippets = Self.root.appendingPathComponent("Tests/GuideTests/Snippets")
    var shown: Set<String> = []
    let guides = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let pages = ["life-of-an-inference", "memory-planning", "quantised-arithmetic"]
    for guide in guides + pages.map({ "../\($0).md" }) {
      let text = try String(contentsOf: folder.appendingPathComponent(guide), encoding: .utf8)
      for (name, code) in Self.blocks(of: text) {
        let file = try String(contentsOf: snippets.appendingPathComponent(name), encoding: .utf8)
        #expect(code == file, "\(guide): \(name)")
        shown.insert(name)
      }
    }
    #expect(shown == Set(try FileManager.default.contentsOfDirectory(atPath: snippets.path)))
  }

  @Test(.enabled(if: ImageFormat.jpeg.isReadable)) func picturesAreNamed() async throws {
    let found = try names(for: "\(Self.pictures)/cat.jpg", model: Self.classifier)
    #expect(found.first == "Egyptian cat 0.7890625" && found.count == 3)
    let all = await bestNames(
      of: ["cat", "coffee", "none"].map { "\(Self.pictures)/\($0).jpg" },
      with: try ImageClassifier(modelPath: Self.classifier))
    #expect(all["\(Self.pictures)/coffee.jpg"] == "espresso")
    #expect(all["\(Self.pictures)/none.jpg"] == .some(nil) && all.count == 3)
  }

  @Test(.enabled(if: ImageFormat.jpeg.isReadable)) func similarPicturesAreFound() throws {
    let index = try PictureIndex(folder: Self.pictures, model: Self.embedder)
    let found = try index.search("\(Self.pictures)/cat_rotated.jpg", count: 2)
    #expect(
      Set(found.map { URL(fileURLWithPath: $0.path).lastPathComponent })
        == ["cat.jpg", "cat_rotated.jpg"])
    #expect(found.allSatisfy { $0.similarity > 0.99 })
    let others = try index.search("\(Self.pictures)/cat.jpg", count: 100).dropFirst(2)
    #expect(!others.isEmpty && others.allSatisfy { $0.similarity < 0.9 })
  }

  @Test(.enabled(if: ImageFormat.jpeg.isReadable)) func picturesAreLabelled() async throws {
    let folder = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: Self.classifier, toPath: "\(folder)/model.tflite")
    // The labels as `unzip` gives them.
    let all = try ImageClassifier(modelPath: Self.classifier).classify(
      image: MPImage(contentsOf: "\(Self.pictures)/cat.jpg")
    ).classificationResult.classifications[0].categories
    let names = all.sorted { $0.index < $1.index }.map { "\($0.categoryName ?? "")\n" }
    try Data(names.joined().utf8).write(to: URL(fileURLWithPath: "\(folder)/dict.txt"))
    let manifest = #"{"modelFile": "model.tflite", "labelsFile": "dict.txt"}"#
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: "\(folder)/manifest.json"))
    let found = try labels(
      of: "\(Self.pictures)/cat.jpg", manifest: "\(folder)/manifest.json")
    #expect(
      found == ["285 Egyptian cat 0.7890625", "282 tiger cat 0.09375", "281 tabby 0.07421875"])
  }

  @Test func serversThatAreNotThereAreTold() async throws {
    let folder = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let manager = manager(server: "http://127.0.0.1:1", keepingModelsIn: folder)
    let error = await #expect(throws: NSError.self) {
      try await labeler(of: "flowers", from: manager)
    }
    #expect(error?.domain == "com.google.mlkit")
  }

  /// A video of the scene in luma and colour, as `ffmpeg` would make it.
  private func video(frames: Int) throws -> String {
    let image = try MPImage(contentsOf: "\(Self.pictures)/fruit.jpg")
    let path = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString).y4m"
    var bytes = Array("YUV4MPEG2 W640 H480 F10:1 C444 XCOLORRANGE=FULL\n".utf8)
    let pixels = try image.pixels.rgb
    var planes = [[UInt8]](repeating: [], count: 3)
    for index in stride(from: 0, to: pixels.count, by: 3) {
      let (r, g, b) = (Double(pixels[index]), Double(pixels[index + 1]), Double(pixels[index + 2]))
      let y = 0.299 * r + 0.587 * g + 0.114 * b
      planes[0].append(UInt8(y.rounded()))
      planes[1].append(UInt8(min(max((b - y) / 1.772 + 128, 0), 255).rounded()))
      planes[2].append(UInt8(min(max((r - y) / 1.402 + 128, 0), 255).rounded()))
    }
    for _ in 0..<frames { bytes += Array("FRAME\n".utf8) + planes.flatMap { $0 } }
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test(.enabled(if: ImageFormat.jpeg.isReadable)) func videosAreWatched() throws {
    let path = try video(frames: 3)
    defer { try? FileManager.default.removeItem(atPath: path) }
    var reports: [(Int, [String])] = []
    try watch(path, model: Self.detector) { reports.append(($0, $1)) }
    #expect(reports.map(\.0) == [0, 100, 200])
    for name in ["pineapple", "banana", "orange", "pear", "strawberry"] {
      #expect(reports.allSatisfy { $0.1.contains { $0.hasPrefix("\(name) at ") } }, "\(name)")
    }
  }

  @Test(.enabled(if: ImageFormat.jpeg.isReadable)) func camerasAreWatched() async throws {
    let image = try MPImage(contentsOf: "\(Self.pictures)/fruit.jpg")
    let (frames, camera) = AsyncStream.makeStream(
      of: VideoFrame.self, bufferingPolicy: .bufferingNewest(1))
    camera.yield(VideoFrame(image, timestampInMilliseconds: 7))
    camera.finish()
    var reports: [(Int, Int)] = []
    try await countObjects(in: frames, model: Self.detector) { reports.append(($0, $1)) }
    #expect(reports.map(\.0) == [7])
    #expect(reports.allSatisfy { $0.1 >= 8 })
  }

  @Test(.enabled(if: ImageFormat.jpeg.isReadable)) func delegatesAreTold() async throws {
    let watcher = Watcher()
    let detector = try makeDetector(model: Self.detector, watcher: watcher)
    try detector.detectAsync(
      image: MPImage(contentsOf: "\(Self.pictures)/fruit.jpg"), timestampInMilliseconds: 0)
    for _ in 0..<2000 where detector.liveStreamStatistics.pending > 0 {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(detector.liveStreamStatistics.delivered == 1)
  }
}
