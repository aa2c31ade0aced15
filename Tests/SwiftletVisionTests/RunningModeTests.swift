import Foundation
import SwiftletImage
import SwiftletTensor
import SwiftletVision
import Testing

@Suite("Modes, times and threads")
struct RunningModeTests {
  static func image() throws -> MPImage { try sampleImage(ClassifierTests.pixels) }

  @Test("Calls of another mode are refused, before the image is looked at")
  func modes() throws {
    let mirrored = MPImage(try Self.image().pixels, orientation: .upMirrored)
    let receiver = Recorder()
    for (mode, name) in [
      (RunningMode.image, "Image"), (.video, "Video"), (.liveStream, "Live Stream"),
    ] {
      let classifier = try ImageClassifier(SampleModel()) {
        $0.runningMode = mode
        $0.imageClassifierLiveStreamDelegate = mode == .liveStream ? receiver : nil
      }
      let calls: [(RunningMode, String, () throws -> Void)] = [
        (.image, "image", { _ = try classifier.classify(image: mirrored) }),
        (
          .video, "video",
          { _ = try classifier.classify(videoFrame: mirrored, timestampInMilliseconds: 0) }
        ),
        (
          .liveStream, "live stream",
          { try classifier.classifyAsync(image: mirrored, timestampInMilliseconds: 0) }
        ),
      ]
      for (own, word, call) in calls {
        let error = #expect(throws: NSError.self) { try call() }
        #expect(error?.code == 3)
        if own == mode {
          #expect(error?.localizedDescription.hasPrefix("Unsupported UIImageOrientation") == true)
        } else {
          #expect(
            error?.localizedDescription
              == "The vision task is not initialized with \(word) mode. Current Running Mode: \(name)"
          )
        }
      }
    }
  }

  @Test("Single images are a second apart")
  func imageTimes() throws {
    let classifier = try ImageClassifier(SampleModel())
    for time in [0, 1000, 2000] {
      let result = try classifier.classify(image: Self.image())
      #expect(result.timestampInMilliseconds == time)
      #expect(result.classificationResult.timestampInMilliseconds == time)
    }
  }

  @Test("Frames must come in order; a refused one changes nothing")
  func videoTimes() throws {
    let classifier = try ImageClassifier(SampleModel()) { $0.runningMode = .video }
    func call(_ time: Int, _ orientation: ImageOrientation = .up) throws -> Int {
      try classifier.classify(
        videoFrame: MPImage(Self.image().pixels, orientation: orientation),
        timestampInMilliseconds: time
      ).timestampInMilliseconds
    }
    #expect(try call(-5) == -5)
    #expect(try call(3) == 3)
    for time in [3, 2, .min] {
      let error = #expect(throws: NSError.self) { try call(time) }
      #expect(error?.code == 3)
      #expect(
        error?.localizedDescription
          == "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.")
    }
    #expect(throws: NSError.self) { try call(9, .upMirrored) }
    #expect(try call(4) == 4)
  }

  @Test("Any number of threads get their own results")
  func threads() throws {
    let classifier = try ImageClassifier(SampleModel())
    let times = Locked<[Int]>([])
    let wrong = Locked(0)
    DispatchQueue.concurrentPerform(iterations: 64) { iteration in
      let pixels = (0..<12).map { UInt8(($0 * 7 + iteration * 13) % 256) }
      guard let image = try? sampleImage(pixels),
        let result = try? classifier.classify(image: image)
      else {
        wrong.withLock { $0 += 1 }
        return
      }
      let scores = result.classificationResult.classifications[0].categories
        .sorted { $0.index < $1.index }.map { UInt8($0.score * 256) }
      if scores != pixels { wrong.withLock { $0 += 1 } }
      times.withLock { $0.append(result.timestampInMilliseconds) }
    }
    #expect(wrong.withLock { $0 } == 0)
    #expect(times.withLock { $0.sorted() } == (0..<64).map { $0 * 1000 })
  }

  @Test("Eight tasks on eight threads give what one gives")
  func manyTasks() throws {
    let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .appendingPathComponent("../../../Fixtures").standardized.path
    func classifier() throws -> ImageClassifier {
      try ImageClassifier(modelPath: "\(folder)/models/efficientnet_lite0_int8.tflite")
    }
    let images = try ["cat", "coffee", "rocket"].map {
      try MPImage(contentsOf: "\(folder)/images/\($0).jpg")
    }
    @Sendable func answers(_ classifier: ImageClassifier) throws -> [[String]] {
      try images.map {
        try classifier.classify(image: $0).classificationResult.classifications[0].categories
          .map(\.description)
      }
    }
    let expected = try answers(classifier())
    #expect(expected.map(\.count) == [1000, 1000, 1000])
    let tasks = try (0..<8).map { _ in try classifier() }
    let found = Locked<[[[String]]]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { index in
      guard let answer = try? answers(tasks[index]) else { return }
      found.withLock { $0.append(answer) }
    }
    #expect(found.withLock { $0 } == [[[String]]](repeating: expected, count: 8))
  }

  /// Keeps what a live stream delivers, and can hold its deliveries up.
  final class Recorder: NSObject, ImageClassifierLiveStreamDelegate, @unchecked Sendable {
    let answers = Locked<[(time: Int, best: Int?, code: Int?)]>([])
    let arrived = DispatchSemaphore(value: 0)
    let gate: DispatchSemaphore?

    init(gate: DispatchSemaphore? = nil) {
      self.gate = gate
    }

    func imageClassifier(
      _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
      timestampInMilliseconds: Int, error: (any Error)?
    ) {
      gate?.wait()
      let best = result?.classificationResult.classifications[0].categories.first?.index
      answers.withLock {
        $0.append((timestampInMilliseconds, best, (error as NSError?)?.code))
      }
      arrived.signal()
    }

    func wait() -> Bool { arrived.wait(timeout: .now() + 20) == .success }
  }

  static func stream(_ model: SampleModel, to receiver: Recorder) throws -> ImageClassifier {
    try ImageClassifier(model) {
      $0.runningMode = .liveStream
      $0.imageClassifierLiveStreamDelegate = receiver
    }
  }

  @Test("A live stream delivers results in order")
  func liveStream() throws {
    let receiver = Recorder()
    let classifier = try Self.stream(SampleModel(), to: receiver)
    for time in [1, 5, 6] {
      try classifier.classifyAsync(
        image: Self.image(), timestampInMilliseconds: time,
        regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1))
      #expect(receiver.wait())
    }
    let error = #expect(throws: NSError.self) {
      try classifier.classifyAsync(image: Self.image(), timestampInMilliseconds: 6)
    }
    #expect(
      error?.localizedDescription
        == "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.")
    let range = #expect(throws: NSError.self) {
      try classifier.classifyAsync(image: Self.image(), timestampInMilliseconds: .max)
    }
    #expect(
      range?.localizedDescription
        == "INVALID_ARGUMENT: Calling TaskRunner::Send method with packets having invalid timestamp."
    )
    let answers = receiver.answers.withLock { $0 }
    #expect(answers.map(\.time) == [1, 5, 6])
    #expect(answers.filter { $0.best == 11 && $0.code == nil }.count == answers.count)
  }

  @Test("A slow receiver loses no frame that was worked on, and holds up no call")
  func slowReceiver() throws {
    let gate = DispatchSemaphore(value: 0)
    let receiver = Recorder(gate: gate)
    let classifier = try Self.stream(SampleModel(), to: receiver)
    for time in 0..<200 {
      try classifier.classifyAsync(image: Self.image(), timestampInMilliseconds: time)
    }
    for _ in 0..<200 { gate.signal() }
    // The first frame always starts at once and the last is never replaced.
    var last = -1
    while last < 199, receiver.wait() { last = receiver.answers.withLock { $0.last?.time ?? -1 } }
    let times = receiver.answers.withLock { $0.map(\.time) }
    #expect(times.first == 0)
    #expect(times.last == 199)
    #expect(times == times.sorted())
  }

  @Test("A failing frame is delivered as an error without a time")
  func failure() throws {
    let receiver = Recorder()
    let model = SampleModel.labelled.with { $0.files = [("labels.txt", "only one")] }
    let classifier = try Self.stream(model, to: receiver)
    try classifier.classifyAsync(image: Self.image(), timestampInMilliseconds: 7)
    #expect(receiver.wait())
    let answers = receiver.answers.withLock { $0 }
    #expect(answers.map(\.time) == [.min])
    #expect(answers.map(\.code) == [13])
    #expect(answers[0].best == nil)
    withExtendedLifetime(classifier) {}
  }

  @Test("Neither classifier nor delegate is kept alive by the stream")
  func lifetimes() throws {
    weak var released: ImageClassifier?
    let receiver = Recorder()
    do {
      let classifier = try Self.stream(SampleModel(), to: receiver)
      released = classifier
      try classifier.classifyAsync(image: Self.image(), timestampInMilliseconds: 0)
      #expect(receiver.wait())
    }
    let deadline = Date(timeIntervalSinceNow: 20)
    while released != nil, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
    #expect(released == nil)
  }
}
