import Foundation
import SwiftletImage
import SwiftletTestSupport
import Testing

@Suite("Y4M videos")
struct Y4MTests {
  /// A file that disappears with the value.
  final class Video: Sendable {
    let path = NSTemporaryDirectory() + "/swiftlet-\(UUID().uuidString).y4m"

    init(_ header: String, _ frames: [[UInt8]], frameHeader: String = "FRAME") throws {
      var bytes = Array("\(header)\n".utf8)
      for frame in frames { bytes += Array("\(frameHeader)\n".utf8) + frame }
      try Data(bytes).write(to: URL(filePath: path))
    }

    init(bytes: [UInt8]) throws {
      try Data(bytes).write(to: URL(filePath: path))
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func frames() throws -> [Y4MReader.Frame] {
      var reader = try Y4MReader(contentsOf: path)
      var frames: [Y4MReader.Frame] = []
      while let frame = try reader.nextFrame() { frames.append(frame) }
      return frames
    }
  }

  /// A layout as the format's description has it: pixels a colour sample, and where it lies.
  struct Layout: Sendable {
    let tag: String
    let across: Int
    let down: Int
    /// The sample's distance from its first pixel, in pixels.
    let offset: (x: Double, y: Double)
    var planes = 3
  }

  static let layouts = [
    Layout(tag: "", across: 2, down: 2, offset: (0.5, 0.5)),
    Layout(tag: " C420", across: 2, down: 2, offset: (0.5, 0.5)),
    Layout(tag: " C420jpeg", across: 2, down: 2, offset: (0.5, 0.5)),
    Layout(tag: " C420mpeg2", across: 2, down: 2, offset: (0, 0.5)),
    Layout(tag: " C420paldv", across: 2, down: 2, offset: (0, 0)),
    Layout(tag: " C411", across: 4, down: 1, offset: (0, 0)),
    Layout(tag: " C422", across: 2, down: 1, offset: (0, 0)),
    Layout(tag: " C444", across: 1, down: 1, offset: (0, 0)),
    Layout(tag: " C444alpha", across: 1, down: 1, offset: (0, 0), planes: 4),
    Layout(tag: " Cmono", across: 1, down: 1, offset: (0, 0), planes: 1),
  ]

  /// ITU-R BT.601 in double precision, from samples of the given range.
  static func rgb(_ y: Double, _ cb: Double, _ cr: Double, full: Bool) -> [Double] {
    let luma = full ? y / 255 : (y - 16) / 219
    let (b, r) = ((cb - 128) / (full ? 255 : 224), (cr - 128) / (full ? 255 : 224))
    let green = luma - (0.114 * 1.772 * b + 0.299 * 1.402 * r) / 0.587
    return [luma + 1.402 * r, green, luma + 1.772 * b].map { min(max($0 * 255, 0), 255) }
  }

  @Test(
    "Every layout, at odd sizes and in both ranges", arguments: 0..<layouts.count, [false, true])
  func everyLayout(_ number: Int, full: Bool) throws {
    let layout = Self.layouts[number]
    for (width, height) in [(7, 5), (8, 6), (1, 1), (2, 9)] {
      var random = SplitMix64(seed: UInt64(number * 100 + width))
      let columns = (width + layout.across - 1) / layout.across
      let rows = (height + layout.down - 1) / layout.down
      func plane(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      }
      let luma = plane(width * height)
      let cb = layout.planes == 1 ? [] : plane(columns * rows)
      let cr = layout.planes == 1 ? [] : plane(columns * rows)
      let alpha = layout.planes == 4 ? plane(width * height) : []
      let range = full ? " XYSCSS=X XCOLORRANGE=FULL" : " XCOLORRANGE=LIMITED"
      let video = try Video(
        "YUV4MPEG2 W\(width) H\(height) F25:1 Ip A1:1\(layout.tag)\(range)",
        [luma + cb + cr + alpha])
      let frames = try video.frames()
      try #require(frames.count == 1)
      /// The colour at a pixel, linear between the samples, as far as there are any.
      func color(_ plane: [UInt8], _ x: Int, _ y: Int) -> Double {
        guard !plane.isEmpty else { return 128 }
        let px = (Double(x) - layout.offset.x) / Double(layout.across)
        let py = (Double(y) - layout.offset.y) / Double(layout.down)
        var sum = 0.0
        for (row, share) in [
          (py.rounded(.down), 1 - py + py.rounded(.down)),
          (py.rounded(.down) + 1, py - py.rounded(.down)),
        ] {
          for (column, part) in [
            (px.rounded(.down), 1 - px + px.rounded(.down)),
            (px.rounded(.down) + 1, px - px.rounded(.down)),
          ] {
            let (x, y) = (min(max(Int(column), 0), columns - 1), min(max(Int(row), 0), rows - 1))
            sum += share * part * Double(plane[y * columns + x])
          }
        }
        return sum
      }
      for y in 0..<height {
        for x in 0..<width {
          let expected = Self.rgb(
            Double(luma[y * width + x]), color(cb, x, y), color(cr, x, y), full: full)
          // The colour is rounded before it is weighted by 2.02 at the most.
          let tolerance = layout.across == 1 ? 0.51 : 1.6
          for channel in 0..<3 {
            let found = Double(frames[0].image.rgb[3 * (y * width + x) + channel])
            #expect(abs(found - expected[channel]) <= tolerance, "\(layout.tag) \(x) \(y)")
          }
        }
      }
    }
  }

  @Test(
    "Times follow the frame rate and always increase",
    arguments: [
      ("F25:1", [0, 40, 80, 120]), ("F30000:1001", [0, 33, 66, 100]), ("F2000:1", [0, 1, 2, 3]),
      ("F0:0", [0, 40, 80, 120]), ("", [0, 40, 80, 120]),
      ("F1:86400", [0, 86_400_000, 172_800_000, 259_200_000]),
      ("F2147483647:2147483647", [0, 1000, 2000, 3000]),
    ])
  func times(_ rate: String, _ expected: [Int]) throws {
    let frame: [UInt8] = [1, 2, 3, 4]
    let video = try Video("YUV4MPEG2 W2 H2 \(rate) Cmono", [frame, frame, frame, frame])
    let frames = try video.frames()
    #expect(frames.map(\.timestampInMilliseconds) == expected)
    #expect(frames.map(\.index) == [0, 1, 2, 3])
  }

  @Test("Parameters of frames, interlacing and comments are passed over")
  func parameters() throws {
    let video = try Video(
      "YUV4MPEG2 XSOMETHING=1 H2 Im A10:11 W2 F24:1 Cmono Xother", [[16, 235, 16, 235]],
      frameHeader: "FRAME Ixyz XNOTE=1")
    #expect(
      try video.frames().first?.image.rgb == [0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255])
    let reader = try Y4MReader(contentsOf: video.path)
    #expect(reader.width == 2 && reader.height == 2 && reader.framesPerSecond == 24)
  }

  @Test(
    "What cannot be read is refused in a sentence",
    arguments: [
      ("YUV4MPEG2 W2 H2 C420p10", "C420p10 has 10 bits a sample"),
      ("YUV4MPEG2 W2 H2 C444p16", "C444p16 has 16 bits a sample"),
      ("YUV4MPEG2 W2 H2 Cmono12", "Cmono12 has 12 bits a sample"),
      ("YUV4MPEG2 W2 H2 C410", "its chroma layout C410 is not known"),
      ("YUV4MPEG2 W2", "its first line gives no height"),
      ("YUV4MPEG2 H2", "its first line gives no width"),
      ("YUV4MPEG2 W-2 H2", "its width is \"-2\""),
      ("YUV4MPEG2 W2 H99999999999", "its height is \"99999999999\""),
      ("YUV4MPEG2 W100000 H100000", "100000 x 100000 is more than the limit"),
      ("YUV4MPEG2 W2 H2 F25", "its frame rate is \"25\""),
      ("YUV4MPEG2 W2 H2 F1:0", "its frame rate is \"1:0\""),
      ("YUV4MPEG2 W2 H2 F1:86401", "its frame rate is \"1:86401\""),
      ("YUV4MPEG W2 H2", "This is not a Y4M video"), ("", "This is not a Y4M video"),
      (String(repeating: "YUV4MPEG2 ", count: 900), "This is not a Y4M video"),
    ])
  func refusals(_ header: String, _ text: String) throws {
    let video = try Video(header, [])
    let error = #expect(throws: VideoError.self) { try video.frames() }
    #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasSuffix(".") == true)
  }

  @Test("A stream may end between frames only")
  func truncation() throws {
    let whole = Array("YUV4MPEG2 W4 H2 Cmono\nFRAME\n12345678FRAME\n12345678".utf8)
    let start = "YUV4MPEG2 W4 H2 Cmono\n".utf8.count
    for count in start...whole.count {
      let video = try Video(bytes: Array(whole.prefix(count)))
      let rest = count - start
      if rest.isMultiple(of: 14) {
        #expect(try video.frames().count == rest / 14)
      } else {
        let error = #expect(throws: VideoError.self) { try video.frames() }
        #expect(error == .truncated(frame: rest / 14))
      }
    }
    let extra = try Video(bytes: whole + Array("HELLO\n".utf8))
    let error = #expect(throws: VideoError.self) { try extra.frames() }
    #expect(
      error?.description
        == "The Y4M video is damaged: frame 2 does not begin with FRAME.")
  }

  /// What the first line claims takes no memory and no time before there is a frame.
  @Test(
    "Streams that claim large pictures end at once", arguments: ["1 H100000000", "100000000 H1"])
  func claims(extents: String) throws {
    for layout in Self.layouts {
      let video = try Video("YUV4MPEG2 W\(extents)\(layout.tag)", [[1, 2, 3]])
      let start = ContinuousClock.now
      #expect(throws: VideoError.truncated(frame: 0)) { _ = try video.frames() }
      #expect(ContinuousClock.now - start < .seconds(1))
    }
  }

  @Test("Damaged bytes end in frames or an error")
  func damage() throws {
    var random = SplitMix64(seed: 3)
    let whole = Array("YUV4MPEG2 W4 H2 F25:1 C420\nFRAME\n123456781234FRAME X\n12345678abcd".utf8)
    for _ in 0..<300 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let video = try Video(bytes: bytes)
      let count = (try? video.frames().count) ?? 0
      #expect(count <= 30)
    }
  }

  @Test("Files that are not there, and folders")
  func unreadable() throws {
    for (path, text) in [("/nowhere/x.y4m", "no such file"), ("/", "it is a directory")] {
      let error = #expect(throws: VideoError.self) { _ = try Y4MReader(contentsOf: path) }
      #expect(error?.description == "The video cannot be read: \(text).")
    }
  }

  @Test(
    "A written PNG reads back", .enabled(if: ImageFormat.png.isReadable),
    arguments: [(1, 1), (3, 2), (64, 48), (257, 5)])
  func png(_ width: Int, _ height: Int) throws {
    var random = SplitMix64(seed: UInt64(width))
    let rgb = (0..<3 * width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
    let image = try Image(width: width, height: height, format: .rgb, bytes: rgb)
    #expect(try Image(decoding: image.pngData()) == image)
  }
}
