import Foundation
import Swiftlet

/// Does the same thing very often and watches what the process holds.
///
///     swift run -c release Endurance DETECTOR.tflite IMAGE [SHARE]
///
/// Runs of one session, sessions, models that are loaded and let go, and frames of a video with errors
/// among them. After a tenth of each, memory must not grow by more than 1 MiB. `SHARE` makes all
/// counts smaller, such as 0.01.
@main
struct Endurance {
  private let path: String
  private let picture: Image
  private let share: Double

  static func main() throws {
    let arguments = CommandLine.arguments
    guard (3...4).contains(arguments.count) else {
      FileHandle.standardError.write(
        Data("usage: Endurance DETECTOR.tflite IMAGE [SHARE]\n".utf8))
      exit(2)
    }
    let endurance = Endurance(
      path: arguments[1], picture: try Image(contentsOf: arguments[2]),
      share: arguments.count > 3 ? Double(arguments[3]) ?? 1 : 1)
    let held = [
      try endurance.runs(), try endurance.sessions(), try endurance.models(),
      try endurance.frames(),
    ]
    exit(held.allSatisfy(\.self) ? 0 : 1)
  }

  private func runs() throws -> Bool {
    var session = Session(try Plan(for: try Model(contentsOf: path)))
    return try watch("runs of one session", 100_000) { _ in try session.run() }
  }

  private func sessions() throws -> Bool {
    let plan = try Plan(for: try Model(contentsOf: path), options: PlanOptions(threads: 2))
    return try watch("sessions of two threads", 1000) { _ in
      var session = Session(plan)
      try session.run()
    }
  }

  private func models() throws -> Bool {
    try watch("models loaded and let go", 1000) { _ in
      var session = Session(try Plan(for: try Model(contentsOf: path)))
      try session.run()
    }
  }

  /// Every tenth frame is refused: it comes too late, or only a part outside the picture is wanted.
  private func frames() throws -> Bool {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = path
    options.runningMode = .video
    let detector = try ObjectDetector(options: options)
    let image = try MPImage(
      bytes: picture.rgb, width: picture.width, height: picture.height, format: .rgb)
    let outside = ImageProcessingOptions(
      regionOfInterest: Region(left: 0.5, top: 0, right: 1.5, bottom: 1), rotationDegrees: 0)
    var refused = 0
    var expected = 0
    let isFlat = try watch("frames", 10_000) { number in
      if number % 10 == 9 {
        expected += 1
        do {
          if number % 20 == 9 {
            _ = try detector.detect(videoFrame: image, timestampInMilliseconds: -1)
          } else {
            _ = try detector.detect(
              videoFrame: image, timestampInMilliseconds: number, processing: outside)
          }
        } catch { refused += 1 }
      } else {
        _ = try detector.detect(videoFrame: image, timestampInMilliseconds: number)
      }
    }
    print("  refused: \(refused) of \(expected) bad frames")
    return isFlat && refused == expected
  }

  /// Does something often; whether memory stays what it is after a tenth.
  private func watch(
    _ name: String, _ count: Int, _ body: (_ number: Int) throws -> Void
  ) rethrows -> Bool {
    let count = max(Int(Double(count) * share), 20)
    var after = 0
    var most = 0
    let start = ContinuousClock.now
    for number in 0..<count {
      try body(number)
      if number == count / 10 { after = Self.residentKibibytes() }
      if number % max(count / 100, 1) == 0 { most = max(most, Self.residentKibibytes()) }
    }
    let end = Self.residentKibibytes()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      String(
        format: "%7d %@ in %.1f s: %d KiB after a tenth, %d at most, %d at the end", count, name,
        seconds, after, most, end))
    return end - after <= 1024
  }

  /// The memory of this process that is in use, from `/proc/self/status`; 0 where there is none.
  private static func residentKibibytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}
