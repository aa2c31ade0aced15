import Foundation
import SwiftletImage
import SwiftletTensor
import SwiftletVision
import Testing

@Suite("Modes and times of embedders and detectors")
struct OtherModesTests {
  /// Keeps what live streams of both tasks deliver.
  final class Recorder: NSObject, ImageEmbedderLiveStreamDelegate, ObjectDetectorLiveStreamDelegate,
    Sendable
  {
    let answers = Locked<[(time: Int, count: Int?, code: Int?)]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func imageEmbedder(
      _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?,
      timestampInMilliseconds: Int, error: (any Error)?
    ) {
      keep(timestampInMilliseconds, result?.embeddingResult.embeddings[0].floatValues?.count, error)
    }

    func objectDetector(
      _ objectDetector: ObjectDetector,
      didFinishDetection objectDetectionResult: ObjectDetectorResult?,
      timestampInMilliseconds: Int, error: (any Error)?
    ) {
      keep(timestampInMilliseconds, objectDetectionResult?.detections.count, error)
    }

    private func keep(_ time: Int, _ count: Int?, _ error: (any Error)?) {
      answers.withLock { $0.append((time, count, (error as NSError?)?.code)) }
      arrived.signal()
    }

    func wait() -> Bool { arrived.wait(timeout: .now() + 20) == .success }
  }

  /// The calls of a task, whichever it is.
  struct Calls {
    let name: String
    let expected: Int
    let image: () throws -> (time: Int, inner: Int, count: Int)
    let frame: (Int) throws -> (time: Int, inner: Int, count: Int)
    let stream: (Int) throws -> Void
    let statistics: () -> LiveStreamStatistics
  }

  static func embedder(_ mode: RunningMode, _ receiver: Recorder?) throws -> Calls {
    let task = try ImageEmbedder(SampleModel()) {
      $0.runningMode = mode
      $0.imageEmbedderLiveStreamDelegate = receiver
    }
    let image = try RunningModeTests.image()
    func parts(_ result: ImageEmbedderResult) -> (time: Int, inner: Int, count: Int) {
      (
        result.timestampInMilliseconds, result.embeddingResult.timestampInMilliseconds,
        result.embeddingResult.embeddings[0].floatValues?.count ?? 0
      )
    }
    return Calls(
      name: "imageEmbedder", expected: 12, image: { parts(try task.embed(image: image)) },
      frame: { parts(try task.embed(videoFrame: image, timestampInMilliseconds: $0)) },
      stream: { try task.embedAsync(image: image, timestampInMilliseconds: $0) },
      statistics: { task.liveStreamStatistics })
  }

  static func detector(_ mode: RunningMode, _ receiver: Recorder?) throws -> Calls {
    let task = try ObjectDetector(DetectorTests.sample) {
      $0.runningMode = mode
      $0.objectDetectorLiveStreamDelegate = receiver
    }
    let image = try DetectorTests.image()
    func parts(_ result: ObjectDetectorResult) -> (time: Int, inner: Int, count: Int) {
      (
        result.timestampInMilliseconds, result.timestampInMilliseconds, result.detections.count
      )
    }
    return Calls(
      name: "objectDetector", expected: 4, image: { parts(try task.detect(image: image)) },
      frame: { parts(try task.detect(videoFrame: image, timestampInMilliseconds: $0)) },
      stream: { try task.detectAsync(image: image, timestampInMilliseconds: $0) },
      statistics: { task.liveStreamStatistics })
  }

  static let makers: [@Sendable (RunningMode, Recorder?) throws -> Calls] = [
    { try embedder($0, $1) }, { try detector($0, $1) },
  ]

  @Test("Calls of another mode are refused", arguments: 0..<2)
  func modes(_ task: Int) throws {
    let receiver = Recorder()
    for (mode, name) in [
      (RunningMode.image, "Image"), (.video, "Video"), (.liveStream, "Live Stream"),
    ] {
      let calls = try Self.makers[task](mode, mode == .liveStream ? receiver : nil)
      let all: [(RunningMode, String, () throws -> Void)] = [
        (.image, "image", { _ = try calls.image() }), (.video, "video", { _ = try calls.frame(0) }),
        (.liveStream, "live stream", { try calls.stream(0) }),
      ]
      for (own, word, call) in all where own != mode {
        let error = #expect(throws: NSError.self) { try call() }
        #expect(error?.code == 3)
        #expect(
          error?.localizedDescription
            == "The vision task is not initialized with \(word) mode. Current Running Mode: \(name)"
        )
      }
    }
  }

  @Test("Images are a second apart; frames have their own times, which increase", arguments: 0..<2)
  func times(_ task: Int) throws {
    let images = try Self.makers[task](.image, nil)
    for time in [0, 1000, 2000] {
      let found = try images.image()
      #expect(found == (time, time, images.expected))
    }
    let frames = try Self.makers[task](.video, nil)
    #expect(try frames.frame(-3) == (-3, -3, frames.expected))
    #expect(try frames.frame(8) == (8, 8, frames.expected))
    let error = #expect(throws: NSError.self) { try frames.frame(8) }
    #expect(
      error?.localizedDescription
        == "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.")
    #expect(try frames.frame(9).time == 9)
  }

  @Test("Live streams deliver results and count them", arguments: 0..<2)
  func liveStream(_ task: Int) throws {
    let receiver = Recorder()
    let calls = try Self.makers[task](.liveStream, receiver)
    for time in [2, 4, 9] {
      try calls.stream(time)
      #expect(receiver.wait())
    }
    #expect(throws: NSError.self) { try calls.stream(9) }
    try calls.stream(10)
    #expect(receiver.wait())
    let answers = receiver.answers.withLock { $0 }
    #expect(answers.map(\.time) == [2, 4, 9, 10])
    #expect(answers.allSatisfy { $0.count == calls.expected && $0.code == nil })
    #expect(calls.statistics().received == 4)
  }

  @Test("Sequences of results of all tasks")
  func sequences() async throws {
    let frame = VideoFrame(try DetectorTests.image(), timestampInMilliseconds: 4)
    let frames = AsyncStream<VideoFrame> { continuation in
      continuation.yield(frame)
      continuation.finish()
    }
    let detector = try ObjectDetector(DetectorTests.sample) { $0.runningMode = .video }
    var count = 0
    for try await result in detector.results(of: frames) {
      #expect(result.timestampInMilliseconds == 4 && result.detections.count == 4)
      count += 1
    }
    #expect(count == 1)
    let again = AsyncStream<VideoFrame> { continuation in
      continuation.yield(frame)
      continuation.finish()
    }
    let embedder = try ImageEmbedder(SampleModel()) { $0.runningMode = .video }
    for try await result in embedder.results(of: again) {
      #expect(result.embeddingResult.embeddings.count == 1)
      count += 1
    }
    #expect(count == 2)
  }
}
