internal import Foundation
internal import SwiftletTensor

/// Checks the mode of each call and gives frames their times.
final class FrameClock: Sendable {
  private let mode: RunningMode
  private let last = Locked<Int?>(nil)

  init(_ mode: RunningMode) {
    self.mode = mode
  }

  /// Refuses a call that belongs to another mode.
  func require(_ expected: RunningMode) throws {
    guard mode == expected else {
      throw NSError.task(
        .invalidArgumentError,
        "The vision task is not initialized with \(expected.displayName.lowercased()) mode. "
          + "Current Running Mode: \(mode.displayName)")
    }
  }

  /// The time of the next single image: one second after the previous one, starting at 0.
  func nextImage() -> Int {
    last.withLock { last in
      let time = last.map { $0 &+ 1000 } ?? 0
      last = time
      return time
    }
  }

  /// Takes the time of a frame of a live stream, which must also be a time in microseconds.
  func advanceStream(to time: Int) throws {
    let (microseconds, overflow) = time.multipliedReportingOverflow(by: 1000)
    guard !overflow, abs(microseconds) < Int.max - 8 else {
      throw NSError.engine(
        .invalidArgumentError,
        "Calling TaskRunner::Send method with packets having invalid timestamp.")
    }
    try advance(to: time)
  }

  /// Takes the time of a frame; refused times leave the clock as it is.
  func advance(to time: Int) throws {
    let isLater = last.withLock { last in
      if let last, time <= last { return false }
      last = time
      return true
    }
    guard isLater else {
      throw NSError.engine(
        .invalidArgumentError, "Input timestamp must be monotonically increasing.")
    }
  }
}
