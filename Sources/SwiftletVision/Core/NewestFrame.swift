internal import SwiftletTensor

/// The place where the newest frame of a sequence waits for the one who works on it.
package final class NewestFrame: Sendable {
  private typealias Taker = CheckedContinuation<VideoFrame?, any Error>

  private struct State: Sendable {
    var frame: VideoFrame?
    /// Set once no more frames come.
    var end: Result<Void, any Error>?
    var taker: Taker?
  }

  private let state = Locked(State())
  private let counts: FrameCounter

  /// A place whose frames are counted.
  package init(counts: FrameCounter) {
    self.counts = counts
  }

  /// Puts a frame in place of one that waits.
  package func put(_ frame: VideoFrame) {
    let taker = state.withLock { state -> Taker? in
      guard state.end == nil else { return nil }
      counts.receive()
      if let taker = state.taker {
        state.taker = nil
        return taker
      }
      if state.frame != nil { counts.drop() }
      state.frame = frame
      return nil
    }
    taker?.resume(returning: frame)
  }

  /// No more frames come; one that waits is still taken.
  package func finish(_ end: Result<Void, any Error>) {
    let taker = state.withLock { state -> Taker? in
      guard state.end == nil else { return nil }
      state.end = end
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume(with: end.map { nil })
  }

  /// Nobody takes frames any more.
  package func close() {
    let taker = state.withLock { state -> Taker? in
      if state.frame != nil { counts.drop() }
      state.frame = nil
      state.end = .success(())
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume(returning: nil)
  }

  /// The newest frame once there is one; nil at the end, which also comes when the caller is
  /// cancelled.
  package func take() async throws -> VideoFrame? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (taker: Taker) in
        let answer = state.withLock { state -> Result<VideoFrame?, any Error>? in
          if let frame = state.frame {
            state.frame = nil
            return .success(frame)
          }
          if let end = state.end {
            // An error is told once.
            state.end = .success(())
            return end.map { nil }
          }
          state.taker = taker
          return nil
        }
        if let answer { taker.resume(with: answer) }
      }
    } onCancel: {
      close()
    }
  }
}
