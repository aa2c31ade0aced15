import Foundation
import Swiftlet
import Synchronization

/// Feeds a live stream more frames than it can work on and prints what becomes of them.
///
///     swift run -c release LiveStreamSoak MODEL.tflite IMAGE [SECONDS [OVERLOAD]]
///
/// First the rate is measured that a classifier sustains; then frames come at four times that rate
/// for a minute, each with pixels of its own. Once in five seconds a line tells the process's memory
/// and the counts. At the end: whether the order was kept, whether the last frame had a result, and
/// how far behind the newest frame each result was, in frames. Work takes as long as four frames take
/// to come, and begins with the newest, so that results of an idle machine are some eight frames
/// behind at the most; what matters is that this does not grow.
@main
struct Soak {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard (3...5).contains(arguments.count) else {
      FileHandle.standardError.write(
        Data("usage: LiveStreamSoak MODEL.tflite IMAGE [SECONDS [OVERLOAD]]\n".utf8))
      exit(2)
    }
    let seconds = arguments.count > 3 ? Double(arguments[3]) ?? 60 : 60
    let overload = arguments.count > 4 ? Double(arguments[4]) ?? 4 : 4
    let soak = try Soak(model: arguments[1], image: arguments[2])
    let rate = try soak.sustainableRate()
    print(String(format: "sustainable: %.1f frames a second; fed: %.1f", rate, rate * overload))
    exit(try soak.feed(rate: rate * overload, seconds: seconds) ? 0 : 1)
  }

  private let model: String
  private let picture: Image

  init(model: String, image: String) throws {
    self.model = model
    picture = try Image(contentsOf: image)
  }

  /// A frame with pixels of its own, as a camera delivers it.
  private func frame() throws -> MPImage {
    try MPImage(
      bytes: picture.rgb.map { $0 }, width: picture.width, height: picture.height,
      format: .rgb)
  }

  private func classifier(_ edit: (ImageClassifierOptions) -> Void) throws -> ImageClassifier {
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = model
    options.maxResults = 1
    edit(options)
    return try ImageClassifier(options: options)
  }

  /// Frames a second, over three seconds.
  private func sustainableRate() throws -> Double {
    let classifier = try classifier { $0.runningMode = .video }
    var count = 0
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(3) {
      _ = try classifier.classify(videoFrame: frame(), timestampInMilliseconds: count)
      count += 1
    }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }

  /// Whether all laws held.
  private func feed(rate: Double, seconds: Double) throws -> Bool {
    let receiver = Receiver()
    let classifier = try classifier {
      $0.runningMode = .liveStream
      $0.imageClassifierLiveStreamDelegate = receiver
    }
    let start = ContinuousClock.now
    var number = 0
    var nextLine = 0.0
    var memory: [Int] = []
    while true {
      let elapsed = (ContinuousClock.now - start) / .seconds(1)
      if elapsed >= seconds { break }
      if elapsed >= nextLine {
        nextLine += 5
        memory.append(Self.residentKibibytes())
        print(Self.line(elapsed, classifier.liveStreamStatistics, memory.last ?? 0))
      }
      let due = Double(number) / rate
      if elapsed < due {
        Thread.sleep(forTimeInterval: due - elapsed)
        continue
      }
      receiver.newest.withLock { $0 = number }
      try classifier.classifyAsync(image: frame(), timestampInMilliseconds: number)
      number += 1
    }
    while classifier.liveStreamStatistics.pending > 0 { Thread.sleep(forTimeInterval: 0.01) }
    memory.append(Self.residentKibibytes())
    print(Self.line(seconds, classifier.liveStreamStatistics, memory.last ?? 0))
    return receiver.report(frames: number, memory: memory.dropFirst())
  }

  private static func line(
    _ time: Double, _ counts: LiveStreamStatistics, _ memory: Int
  ) -> String {
    String(
      format: "%5.1f s  received %6d  dropped %6d  delivered %6d  pending %d  memory %d KiB", time,
      counts.received, counts.dropped, counts.delivered, counts.pending, memory)
  }

  /// The memory of this process that is in use, from `/proc/self/status`; 0 where there is none.
  private static func residentKibibytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}

/// Keeps what the laws are about.
private final class Receiver: NSObject, ImageClassifierLiveStreamDelegate {
  let newest = Mutex(0)
  private let results = Mutex<[(time: Int, behind: Int)]>([])
  private let failures = Mutex(0)

  func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    guard error == nil else {
      failures.withLock { $0 += 1 }
      return
    }
    let behind = newest.withLock { $0 } - timestampInMilliseconds
    results.withLock { $0.append((timestampInMilliseconds, behind)) }
  }

  /// Prints the verdicts.
  func report(frames: Int, memory: ArraySlice<Int>) -> Bool {
    let results = results.withLock { $0 }
    let isOrdered = zip(results, results.dropFirst()).allSatisfy { $0.time < $1.time }
    let hasLast = results.last?.time == frames - 1
    let behind = results.map(\.behind).sorted()
    let failures = failures.withLock { $0 }
    print("order kept: \(isOrdered)")
    print("last frame delivered: \(hasLast)")
    print("failures: \(failures)")
    if !behind.isEmpty {
      print(
        "frames behind the newest: median \(behind[behind.count / 2]), "
          + "99% \(behind[behind.count * 99 / 100]), most \(behind[behind.count - 1])")
    }
    print("memory after the start: \(memory.min() ?? 0) to \(memory.max() ?? 0) KiB")
    return isOrdered && hasLast && failures == 0
  }
}
