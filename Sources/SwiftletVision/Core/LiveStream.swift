internal import Foundation
internal import Synchronization

/// Works on the newest frames of a stream and delivers results on a queue of its own.
///
/// One frame is worked on and one waits; a frame that comes while another waits replaces it, so that
/// a slow model falls behind by two frames at most. A slow receiver does not hold up the work.
final class LiveStream<Frame: Sendable, Result: Sendable>: Sendable {
  private struct State {
    var isBusy = false
    var waiting: Frame?
  }

  private let state = Mutex(State())
  private let work: DispatchQueue
  private let delivery: DispatchQueue
  private let process: @Sendable (Frame) throws -> Result
  private let deliver: @Sendable (Frame, Swift.Result<Result, any Error>) -> Void

  /// - Parameters:
  ///   - name: The task's name in the labels of its queues.
  ///   - process: Does the work for a frame.
  ///   - deliver: Receives what became of each frame that was not dropped, in order.
  init(
    name: String, process: @escaping @Sendable (Frame) throws -> Result,
    deliver: @escaping @Sendable (Frame, Swift.Result<Result, any Error>) -> Void
  ) {
    let label = "com.mediapipe.tasks.vision.\(name)_\(UUID().uuidString)"
    work = DispatchQueue(label: "\(label).work")
    delivery = DispatchQueue(label: label)
    self.process = process
    self.deliver = deliver
  }

  /// Takes a frame without waiting for its result.
  func submit(_ frame: Frame) {
    let starts = state.withLock { state in
      if state.isBusy {
        state.waiting = frame
        return false
      }
      state.isBusy = true
      return true
    }
    guard starts else { return }
    work.async { [self] in
      var next: Frame? = frame
      while let frame = next {
        let outcome = Swift.Result { try process(frame) }
        delivery.async { [self] in deliver(frame, outcome) }
        next = state.withLock { state in
          defer { state.waiting = nil }
          state.isBusy = state.waiting != nil
          return state.waiting
        }
      }
    }
  }
}

/// An object that is not kept alive.
///
/// Set before other threads see it, and only read from then on.
final class Weak<Object: AnyObject>: @unchecked Sendable {
  // Sendable: reading a weak reference is safe on any thread.
  weak var object: Object?
}
