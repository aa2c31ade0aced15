internal import Dispatch
internal import Foundation

/// Says that a download is to stop, and wakes the thread that waits for something else.
///
/// Times are those of the system's uptime: the clock on the wall may be set while a download runs.
final class CancellationFlag: @unchecked Sendable {
  // Sendable: the lock guards the flag, and `wait` the state of those who share it.
  private let lock = NSLock()
  private var isSet = false
  /// Counts changes that nobody has looked at.
  ///
  /// A condition would wait by the clock on the wall.
  private let changes = DispatchSemaphore(value: 0)

  /// Stops the download.
  func cancel() { update { isSet = true } }

  /// Whether the download is to stop.
  var isCancelled: Bool { lock.withLock { isSet } }

  /// Changes what the thread of the download waits for.
  func update(_ change: () -> Void) {
    lock.withLock(change)
    changes.signal()
  }

  /// Waits for a value, a time or the end of the download; for one thread at a time.
  ///
  /// - Parameters:
  ///   - deadline: When to give up.
  ///   - take: Gives the value if it is there; called while no `update` is.
  /// - Returns: The value; nil after the deadline or the cancellation.
  func wait<Value>(until deadline: DispatchTime, for take: () -> Value?) -> Value? {
    while true {
      let (value, isOver) = lock.withLock { (isSet ? nil : take(), isSet) }
      if value != nil || isOver { return value }
      guard changes.wait(timeout: deadline) == .success else {
        return lock.withLock { isSet ? nil : take() }
      }
    }
  }

  /// Waits for a time or the end of the download.
  func sleep(until deadline: DispatchTime) {
    let none: Bool? = wait(until: deadline) { nil }
    _ = none
  }
}
