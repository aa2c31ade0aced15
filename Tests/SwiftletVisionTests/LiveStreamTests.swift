import Foundation
import SwiftletTensor
import SwiftletVision
import Testing

@Suite("Live streams")
struct LiveStreamTests {
  /// A stream of numbers whose work and receiver a test holds up.
  final class Rig: Sendable {
    let counts = FrameCounter()
    let started = DispatchSemaphore(value: 0)
    let mayFinish = DispatchSemaphore(value: 0)
    let arrived = DispatchSemaphore(value: 0)
    let mayReturn: DispatchSemaphore?
    let worked = Locked<[Int]>([])
    let delivered = Locked<[Int]>([])
    let hasReceiver = Locked(true)
    let stream = Locked<LiveStream<Int, Int>?>(nil)

    /// - Parameter holdsReceiver: Whether the receiver waits for `mayReturn`.
    init(holdsReceiver: Bool = false) {
      mayReturn = holdsReceiver ? DispatchSemaphore(value: 0) : nil
      let made = LiveStream<Int, Int>(name: "numbers", counts: counts) { [self] frame in
        started.signal()
        mayFinish.wait()
        worked.withLock { $0.append(frame) }
        return frame
      } deliver: { [self] frame, _ in
        mayReturn?.wait()
        defer { arrived.signal() }
        guard hasReceiver.withLock({ $0 }) else { return false }
        delivered.withLock { $0.append(frame) }
        return true
      }
      stream.withLock { $0 = made }
    }

    func submit(_ frame: Int) throws { try stream.withLock { $0 }?.submit(frame) {} }

    func close() { stream.withLock { $0 }?.close() }
  }

  static func wait(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + 20) == .success
  }

  @Test("Four frames for each that can be done: the newest is, three are dropped, in order")
  func overload() throws {
    let rig = Rig()
    try rig.submit(0)
    #expect(Self.wait(rig.started))
    for round in 0..<50 {
      // A frame is in work; four more come until it is done.
      for frame in 1...4 { try rig.submit(4 * round + frame) }
      #expect(rig.counts.statistics.dropped == 3 * (round + 1))
      rig.mayFinish.signal()
      #expect(Self.wait(rig.arrived))
      #expect(Self.wait(rig.started))
    }
    rig.mayFinish.signal()
    #expect(Self.wait(rig.arrived))
    let every4th = (0...50).map { 4 * $0 }
    #expect(rig.worked.withLock { $0 } == every4th)
    #expect(rig.delivered.withLock { $0 } == every4th)
    rig.close()
    #expect(rig.counts.statistics.received == 201)
    #expect(rig.counts.statistics.dropped == 150)
  }

  @Test("A stalled receiver stops the work after a while, not the calls, and loses no result")
  func stalledReceiver() throws {
    let rig = Rig(holdsReceiver: true)
    let limit = LiveStream<Int, Int>.resultLimit
    for frame in 0..<limit {
      try rig.submit(frame)
      #expect(Self.wait(rig.started))
      rig.mayFinish.signal()
    }
    for frame in limit..<limit + 500 { try rig.submit(frame) }
    #expect(rig.worked.withLock { $0.count } <= limit)
    #expect(rig.counts.statistics.pending == limit + 1)
    rig.mayFinish.signal()
    for _ in 0...limit {
      rig.mayReturn?.signal()
      #expect(Self.wait(rig.arrived))
    }
    #expect(rig.delivered.withLock { $0 } == Array(0..<limit) + [limit + 499])
    #expect(rig.counts.statistics.dropped == 499)
  }

  @Test("A closed stream drops what waits and works on nothing more")
  func closed() throws {
    let rig = Rig()
    try rig.submit(0)
    #expect(Self.wait(rig.started))
    try rig.submit(1)
    rig.hasReceiver.withLock { $0 = false }
    rig.close()
    rig.mayFinish.signal()
    #expect(Self.wait(rig.arrived))
    try rig.submit(2)
    #expect(rig.worked.withLock { $0 } == [0])
    #expect(rig.delivered.withLock { $0 }.isEmpty)
    #expect(rig.counts.statistics.delivered == 0)
  }

  @Test("Frames from many threads stay in order, and the newest has a result")
  func manyThreads() throws {
    let receiver = RunningModeTests.Recorder()
    let classifier = try RunningModeTests.stream(SampleModel(), to: receiver)
    let image = try RunningModeTests.image()
    let next = Locked(0)
    let accepted = Locked<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<50 {
        let time = next.withLock { next in
          next += 1
          return next
        }
        // Another thread may be quicker with a later time, and this frame then comes too late.
        let taken: ()? = try? classifier.classifyAsync(image: image, timestampInMilliseconds: time)
        if taken != nil { accepted.withLock { $0.append(time) } }
      }
    }
    var last = -1
    while last < 400, receiver.wait() { last = receiver.answers.withLock { $0.last?.time ?? -1 } }
    let times = receiver.answers.withLock { $0.map(\.time) }
    #expect(times.last == 400)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(Set(times).isSubset(of: accepted.withLock { Set($0) }))
    let counts = classifier.liveStreamStatistics
    #expect(counts.received == accepted.withLock { $0.count })
    #expect(counts.dropped == counts.received - times.count)
  }

  @Test("Counts of a stream; refused calls are not in them")
  func counts() throws {
    let receiver = RunningModeTests.Recorder()
    let classifier = try RunningModeTests.stream(SampleModel(), to: receiver)
    #expect(classifier.liveStreamStatistics.received == 0)
    for (time, isInOrder) in [(3, true), (3, false), (2, false), (4, true), (5, true)] {
      let taken: ()? = try? classifier.classifyAsync(
        image: RunningModeTests.image(), timestampInMilliseconds: time)
      #expect((taken != nil) == isInOrder)
      if taken != nil { #expect(receiver.wait()) }
    }
    #expect(receiver.answers.withLock { $0.map(\.time) } == [3, 4, 5])
    #expect(classifier.liveStreamStatistics.received == 3)
    #expect(classifier.liveStreamStatistics.dropped == 0)
  }

  @Test("Without its delegate a stream goes on and drops its results")
  func delegateGone() throws {
    var receiver: RunningModeTests.Recorder? = RunningModeTests.Recorder()
    weak let released = receiver
    let classifier = try ImageClassifier(SampleModel()) {
      $0.runningMode = .liveStream
      $0.imageClassifierLiveStreamDelegate = receiver
    }
    receiver = nil
    #expect(released == nil)
    try classifier.classifyAsync(image: RunningModeTests.image(), timestampInMilliseconds: 0)
    let deadline = Date(timeIntervalSinceNow: 20)
    while classifier.liveStreamStatistics.pending > 0, Date() < deadline {
      Thread.sleep(forTimeInterval: 0.001)
    }
    #expect(classifier.liveStreamStatistics.dropped == 1)
  }

  @Test("No result comes once the task is gone")
  func taskGone() throws {
    let gate = DispatchSemaphore(value: 0)
    let receiver = RunningModeTests.Recorder(gate: gate)
    weak var released: ImageClassifier?
    do {
      let classifier = try RunningModeTests.stream(SampleModel(), to: receiver)
      released = classifier
      for time in 0..<20 {
        try classifier.classifyAsync(image: RunningModeTests.image(), timestampInMilliseconds: time)
      }
    }
    // The receiver is inside at most one call, which keeps the task until it returns.
    for _ in 0..<20 { gate.signal() }
    let deadline = Date(timeIntervalSinceNow: 20)
    while released != nil, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    #expect(released == nil)
    let count = receiver.answers.withLock { $0.count }
    Thread.sleep(forTimeInterval: 0.05)
    #expect(receiver.answers.withLock { $0.count } == count)
    #expect(count <= 1)
  }

  @Test("Results come on another thread, one at a time, and may ask for more")
  func callbacks() throws {
    final class Chain: NSObject, ImageClassifierLiveStreamDelegate, @unchecked Sendable {
      let times = Locked<[Int]>([])
      let overlaps = Locked((inside: 0, most: 0))
      let done = DispatchSemaphore(value: 0)

      func imageClassifier(
        _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
        timestampInMilliseconds time: Int, error: (any Error)?
      ) {
        overlaps.withLock {
          $0.inside += 1
          $0.most = max($0.most, $0.inside)
        }
        defer { overlaps.withLock { $0.inside -= 1 } }
        times.withLock { $0.append(time) }
        guard time < 20 else {
          done.signal()
          return
        }
        if Thread.isMainThread { times.withLock { $0.append(-1) } }
        try? imageClassifier.classifyAsync(
          image: RunningModeTests.image(), timestampInMilliseconds: time + 1)
      }
    }
    let chain = Chain()
    let classifier = try ImageClassifier(SampleModel()) {
      $0.runningMode = .liveStream
      $0.imageClassifierLiveStreamDelegate = chain
    }
    try classifier.classifyAsync(image: RunningModeTests.image(), timestampInMilliseconds: 0)
    #expect(Self.wait(chain.done))
    #expect(chain.times.withLock { $0 } == Array(0...20))
    #expect(chain.overlaps.withLock { $0.most } == 1)
  }
}
