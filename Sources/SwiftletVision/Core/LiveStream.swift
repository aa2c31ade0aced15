internal import Foundation
internal import SwiftletTensor

/// Works on the newest frames of a stream and delivers results on a queue of its own.
///
/// One frame is worked on and one waits; a frame that comes while another waits replaces it, so that
/// a slow model falls behind by two frames at most. A slow receiver does not hold up the work either,
/// until `resultLimit` results wait for it: then the work pauses, the newest frame keeps waiting and
/// others are dropped, so that memory is bounded whatever the receiver does.
package final class LiveStream<Frame: Sendable, Result: Sendable>: Sendable {
  /// The most results that wait for the receiver.
  package static var resultLimit: Int { 16 }

  private struct State: Sendable {
    var isBusy = false
    var isClosed = false
    var waiting: Frame?
    /// Results on their way to the receiver.
    var undelivered = 0

    /// The waiting frame, where nothing stands against working on it.
    mutating func next() -> Frame? {
      guard !isClosed, undelivered < LiveStream.resultLimit, let frame = waiting else {
        return nil
      }
      waiting = nil
      return frame
    }

    /// The same for a worker that starts.
    mutating func start() -> Frame? {
      guard !isBusy, let frame = next() else { return nil }
      isBusy = true
      return frame
    }
  }

  private let state = Locked(State())
  private let counts: FrameCounter
  private let work: DispatchQueue
  private let delivery: DispatchQueue
  private let process: @Sendable (Frame) throws -> Result
  private let deliver: @Sendable (Frame, Swift.Result<Result, any Error>) -> Bool

  /// - Parameters:
  ///   - name: The task's name in the labels of its queues.
  ///   - counts: Told what becomes of frames.
  ///   - process: Does the work for a frame.
  ///   - deliver: Receives what became of each frame that was not dropped, in order; says whether
  ///     anybody was there to take it.
  package init(
    name: String, counts: FrameCounter, process: @escaping @Sendable (Frame) throws -> Result,
    deliver: @escaping @Sendable (Frame, Swift.Result<Result, any Error>) -> Bool
  ) {
    let label = "com.mediapipe.tasks.vision.\(name)_\(UUID().uuidString)"
    work = DispatchQueue(label: "\(label).work")
    delivery = DispatchQueue(label: label)
    self.counts = counts
    self.process = process
    self.deliver = deliver
  }

  /// Takes a frame without waiting for its result.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - admit: Refuses the frame by throwing. No other frame comes between this check and the
  ///     frame's place in the stream.
  /// - Throws: What `admit` throws.
  package func submit(_ frame: Frame, admit: () throws -> Void) throws {
    let first = try state.withLock { state in
      try admit()
      counts.receive()
      if state.waiting != nil { counts.drop() }
      state.waiting = frame
      return state.start()
    }
    begin(first)
  }

  /// Ends the stream: what waits is dropped, and nothing is worked on any more.
  package func close() {
    state.withLock { state in
      state.isClosed = true
      if state.waiting != nil { counts.drop() }
      state.waiting = nil
    }
  }

  private func begin(_ frame: Frame?) {
    guard let frame else { return }
    work.async { [self] in
      var next: Frame? = frame
      while let frame = next {
        let outcome = Swift.Result { try process(frame) }
        state.withLock { $0.undelivered += 1 }
        delivery.async { [self] in handOver(frame, outcome) }
        next = state.withLock { state in
          let frame = state.next()
          state.isBusy = frame != nil
          return frame
        }
      }
    }
  }

  private func handOver(_ frame: Frame, _ outcome: Swift.Result<Result, any Error>) {
    if deliver(frame, outcome) { counts.deliver() } else { counts.drop() }
    begin(
      state.withLock { state in
        state.undelivered -= 1
        return state.start()
      })
  }
}

/// An object that is not kept alive.
///
/// Set before other threads see it, and only read from then on.
final class Weak<Object: AnyObject>: @unchecked Sendable {
  // Sendable: reading a weak reference is safe on any thread.
  weak var object: Object?
}
