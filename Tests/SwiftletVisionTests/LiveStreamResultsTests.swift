import Foundation
import SwiftletVision
import Synchronization
import Testing

@Suite("Results of a sequence of frames")
struct LiveStreamResultsTests {
  static func classifier() throws -> ImageClassifier {
    try ImageClassifier(SampleModel()) { $0.runningMode = .video }
  }

  static func frame(_ time: Int) throws -> VideoFrame {
    VideoFrame(try RunningModeTests.image(), timestampInMilliseconds: time)
  }

  /// A stream of these frames that then ends.
  static func frames(_ times: [Int]) throws -> AsyncStream<VideoFrame> {
    let frames = try times.map(frame)
    return AsyncStream { continuation in
      for frame in frames { continuation.yield(frame) }
      continuation.finish()
    }
  }

  @Test("The newest frame takes the place of one that waits; the last is never lost")
  func newest() async throws {
    let counts = FrameCounter()
    let place = NewestFrame(counts: counts)
    for time in 0..<3 { place.put(try Self.frame(time)) }
    #expect(try await place.take()?.timestampInMilliseconds == 2)
    place.put(try Self.frame(3))
    place.finish(.success(()))
    place.put(try Self.frame(4))
    #expect(try await place.take()?.timestampInMilliseconds == 3)
    #expect(try await place.take() == nil)
    #expect(counts.statistics.received == 4)
    #expect(counts.statistics.dropped == 2)
  }

  @Test("Results come in order up to the last frame, and every frame is accounted for")
  func order() async throws {
    let classifier = try Self.classifier()
    var times: [Int] = []
    for try await result in classifier.results(of: try Self.frames(Array(0..<200))) {
      #expect(result.classificationResult.classifications[0].categories.first?.index == 11)
      times.append(result.timestampInMilliseconds)
    }
    #expect(times.last == 199)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let counts = classifier.liveStreamStatistics
    #expect(counts.received == 200)
    #expect(counts.delivered == times.count)
    #expect(counts.pending == 0)
  }

  @Test("A reader that keeps up gets every frame, also on the main actor")
  @MainActor
  func everyFrame() async throws {
    let classifier = try Self.classifier()
    let (frames, camera) = AsyncStream.makeStream(
      of: VideoFrame.self, bufferingPolicy: .bufferingNewest(1))
    camera.yield(try Self.frame(0))
    var times: [Int] = []
    for try await result in classifier.results(of: frames) {
      times.append(result.timestampInMilliseconds)
      if times.count == 20 { camera.finish() } else { camera.yield(try Self.frame(times.count)) }
    }
    #expect(times == Array(0..<20))
    #expect(classifier.liveStreamStatistics.dropped == 0)
  }

  @Test("A frame out of order ends the sequence with its error; the task stays usable")
  func failure() async throws {
    let classifier = try Self.classifier()
    _ = try classifier.classify(videoFrame: RunningModeTests.image(), timestampInMilliseconds: 5)
    var iterator = classifier.results(of: try Self.frames([5])).makeAsyncIterator()
    let error = await #expect(throws: NSError.self) { try await iterator.next() }
    #expect(
      error?.localizedDescription
        == "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.")
    #expect(try await iterator.next() == nil)
    var again = classifier.results(of: try Self.frames([6])).makeAsyncIterator()
    #expect(try await again.next()?.timestampInMilliseconds == 6)
  }

  @Test("Tasks in other modes refuse")
  func mode() async throws {
    let classifier = try ImageClassifier(SampleModel())
    var iterator = classifier.results(of: try Self.frames([0])).makeAsyncIterator()
    let error = await #expect(throws: NSError.self) { try await iterator.next() }
    #expect(
      error?.localizedDescription
        == "The vision task is not initialized with video mode. Current Running Mode: Image")
  }

  @Test("An error of the frames' source follows the result of the last frame")
  func sourceFailure() async throws {
    struct Unplugged: Error {}
    let frame = try Self.frame(0)
    let frames = AsyncThrowingStream<VideoFrame, any Error> { continuation in
      continuation.yield(frame)
      continuation.finish(throwing: Unplugged())
    }
    var iterator = try Self.classifier().results(of: frames).makeAsyncIterator()
    #expect(try await iterator.next()?.timestampInMilliseconds == 0)
    await #expect(throws: Unplugged.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("Leaving the loop stops the reading of frames")
  func leaving() async throws {
    let classifier = try Self.classifier()
    let (frames, camera) = AsyncStream.makeStream(of: VideoFrame.self)
    await confirmation("the camera is told") { told in
      await withCheckedContinuation { ended in
        camera.onTermination = { _ in
          told()
          ended.resume()
        }
        Task {
          camera.yield(try Self.frame(0))
          for try await _ in classifier.results(of: frames) { break }
        }
      }
    }
  }

  @Test("Cancelling the reader ends its loop and the reading of frames", arguments: [false, true])
  func cancellation(beforeFirstFrame: Bool) async throws {
    let classifier = try Self.classifier()
    let (frames, camera) = AsyncStream.makeStream(of: VideoFrame.self)
    let (ends, told) = AsyncStream.makeStream(of: Void.self)
    let (starts, started) = AsyncStream.makeStream(of: Void.self)
    camera.onTermination = { _ in told.finish() }
    if !beforeFirstFrame { camera.yield(try Self.frame(0)) }
    let reader = Task {
      var count = 0
      if beforeFirstFrame { started.finish() }
      for try await _ in classifier.results(of: frames) {
        count += 1
        started.finish()
      }
      return count
    }
    for await _ in starts {}
    reader.cancel()
    #expect(try await reader.value == (beforeFirstFrame ? 0 : 1))
    for await _ in ends {}
    #expect(classifier.liveStreamStatistics.pending == 0)
  }
}
