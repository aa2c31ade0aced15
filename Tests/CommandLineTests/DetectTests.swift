import Foundation
import SwiftletImage
import SwiftletTestSupport
import Testing

/// `swiftlet detect` with the detector and the scene that ship.
@Suite(.enabled(if: ImageFormat.jpeg.isReadable)) struct DetectTests {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures").path
  private static let scene = "\(fixtures)/images/fruit.jpg"
  private static let model = "\(fixtures)/models/fruit_detector_int8.tflite"

  /// Where `Fixtures/images/build/make_scene.py` put the fruit: left, top, width, height.
  private static let fruit: [String: [Double]] = [
    "pineapple": [40, 40, 141, 180], "banana": [235, 45, 176, 117], "grapes": [455, 30, 150, 151],
    "orange": [225, 215, 131, 129], "strawberry": [60, 330, 96, 103], "pear": [440, 235, 144, 154],
    "lemon": [265, 380, 95, 72], "cherries": [560, 365, 70, 79],
  ]

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func detect(
    _ words: [String], input: String = ""
  ) throws -> Executable.Outcome {
    try Executable.run(["detect", "--json", "--model", Self.model] + words, input: input)
  }

  /// The objects of a line: name and box.
  private func objects(_ line: [String: Any]) throws -> [(name: String, box: [Double])] {
    let detections = try #require(line["detections"] as? [[String: Any]])
    return try detections.map { detection in
      let categories = try #require(detection["categories"] as? [[String: Any]])
      let box = try #require(detection["boundingBox"] as? [String: Int])
      #expect(Set(box.keys) == ["x", "y", "width", "height"])
      let name = try #require(categories.first?["categoryName"] as? String)
      return (name, ["x", "y", "width", "height"].map { Double(box[$0] ?? 0) })
    }
  }

  /// The objects of the first line.
  private func first(_ outcome: Executable.Outcome) throws -> [(name: String, box: [Double])] {
    let line = try outcome.objects().first
    return try objects(#require(line, "\(outcome.error)"))
  }

  /// The intersection's share of the union.
  private func overlap(_ a: [Double], _ b: [Double]) -> Double {
    let width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    let height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    guard width > 0, height > 0 else { return 0 }
    return width * height / (a[2] * a[3] + b[2] * b[3] - width * height)
  }

  @Test func findsTheFruitWhereTheyAre() throws {
    let outcome = try detect([Self.scene])
    #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome.error)")
    #expect(
      outcome.output.hasPrefix(#"{"image":"\#(Self.scene)","detections":[{"boundingBox":{"x":"#))
    let found = try first(outcome)
    for (name, box) in Self.fruit {
      #expect(found.contains { $0.name == name && overlap($0.box, box) > 0.6 }, "\(name)")
    }
    #expect(found.count == Self.fruit.count)
  }

  @Test func rotationAndRegionLeaveBoxesInPlace() throws {
    for flags in [["--rotation", "90"], ["--rotation", "-180"], ["--roi", "0.3,0,1,1"]] {
      let found = try first(try detect([Self.scene, "--score-threshold", "0.4"] + flags))
      let wanted =
        flags[0] == "--roi" ? ["banana", "grapes", "pear", "orange"] : ["pear", "orange"]
      for name in wanted {
        let box = try #require(Self.fruit[name])
        #expect(
          found.contains { $0.name == name && overlap($0.box, box) > 0.5 }, "\(flags) \(name)")
      }
    }
  }

  @Test func selectionsHold() throws {
    let few = try first(try detect([Self.scene, "--max-results", "2"]))
    #expect(few.count == 2)
    let only = try first(try detect([Self.scene, "--allow", "pear", "--allow", "lemon"]))
    #expect(Set(only.map(\.name)) == ["pear", "lemon"])
    let none = try detect([Self.scene, "--score-threshold", "1.1"])
    #expect(none.status == 0 && none.output.hasSuffix("\"detections\":[]}\n"))
  }

  /// A link is written through, a file keeps its permissions, and no input is overwritten.
  @Test func annotatedPicturesSpareWhatIsThere() throws {
    let (file, link) = (scratch.path("found.png"), scratch.path("link.png"))
    try Data().write(to: URL(fileURLWithPath: file))
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try manager.createSymbolicLink(atPath: link, withDestinationPath: file)
    #expect(try detect([Self.scene, "--annotate", link]).status == 0)
    let attributes = try manager.attributesOfItem(atPath: file)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect((attributes[.size] as? Int ?? 0) > 1_000)
    #expect(try manager.destinationOfSymbolicLink(atPath: link) == file)
    let dangling = scratch.path("dangling.png")
    try manager.createSymbolicLink(
      atPath: dangling, withDestinationPath: scratch.path("nothing"))
    #expect(try detect([Self.scene, "--annotate", dangling]).status == 1)
    let input = scratch.path("scene.jpg")
    try manager.copyItem(atPath: Self.scene, toPath: input)
    let refused = try detect([input, "--annotate", input])
    #expect(refused.status == 1 && refused.error.contains("place of an input"))
    #expect(manager.contentsEqual(atPath: input, andPath: Self.scene))
  }

  @Test func annotatedPicturesShowTheBoxes() throws {
    let out = scratch.path("out.png")
    let outcome = try detect([Self.scene, "--max-results", "1", "--annotate", out])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(scratch.names() == ["out.png"])
    let drawn = try Image(contentsOf: out)
    let plain = try Image(contentsOf: Self.scene)
    #expect(drawn.width == plain.width && drawn.height == plain.height)
    let box = try #require(first(outcome).first).box.map(
      Int.init)
    func color(_ image: Image, _ x: Int, _ y: Int) -> [UInt8] {
      Array(image.rgb[3 * (y * image.width + x)..<3 * (y * image.width + x) + 3])
    }
    // A frame of one colour on all four sides, and nothing in the middle.
    let frame = color(drawn, box[0], box[1] + box[3] / 2)
    #expect(color(drawn, box[0] + box[2] - 1, box[1] + box[3] / 2) == frame)
    #expect(color(drawn, box[0] + box[2] / 2, box[1]) == frame)
    #expect(color(drawn, box[0] + box[2] / 2, box[1] + box[3] - 1) == frame)
    let middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    #expect(color(drawn, middle.0, middle.1) == color(plain, middle.0, middle.1))
  }

  @Test func severalPicturesAreNumbered() throws {
    let outcome = try detect(
      ["-", "--annotate", scratch.path("a.b/out.png")],
      input: "\(Self.scene)\n/nowhere.jpg\n\(Self.scene)\n")
    #expect(outcome.status == 1 && outcome.lines.count == 3)
    // The folder is not there and is not made.
    #expect(outcome.error.split(separator: "\n").count == 3, "\(outcome.error)")
    #expect(scratch.names().isEmpty)
    let numbered = try detect(
      [Self.scene, "/nowhere.jpg", Self.scene, "--annotate", scratch.path("out.png")])
    #expect(numbered.status == 1)
    #expect(scratch.names() == ["out-1.png", "out-3.png"])
    let picture = try Image(contentsOf: Self.scene)
    let video = try scratch.write(
      Array("YUV4MPEG2 W640 H480 F5:1 Cmono XCOLORRANGE=FULL\nFRAME\n".utf8)
        + stride(from: 1, to: picture.rgb.count, by: 3).map { picture.rgb[$0] }, to: "gray.y4m")
    let frames = try detect(["--video", video, "--annotate", scratch.path("frame")])
    #expect(frames.status == 0, "\(frames.error)")
    #expect(scratch.names().contains("frame-1"))
    #expect(try frames.objects().first?["timestampInMilliseconds"] as? Int == 0)
  }

  @Test func whatCannotBeWrittenIsAFailedImage() throws {
    let folder = scratch.path("taken.png")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for path in [folder, "/dev/full", ""] {
      let outcome = try detect([Self.scene, "--annotate", path])
      #expect(outcome.status == 1 && outcome.lines.count == 1)
      #expect(outcome.output.contains("\"error\""))
      #expect(outcome.error.contains("cannot be written"), "\(outcome.error)")
    }
    #expect(scratch.names() == ["taken.png"])
  }

  @Test func labelsHaveToFit() throws {
    let right = try scratch.write(
      Array((0..<13).map { "fruit \($0)\n" }.joined().utf8), to: "right")
    let named = try first(try detect([Self.scene, "--labels", right]))
    #expect(named.allSatisfy { $0.name.hasPrefix("fruit ") })
    let wrong = try scratch.write(Array("a\nb\n".utf8), to: "wrong")
    let outcome = try detect([Self.scene, "--labels", wrong])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.error.contains("2 labels") && outcome.error.contains("13 classes"))
  }
}
