internal import Foundation

/// Says that a download is to stop, and wakes whoever waits for something else.
final class CancellationFlag: @unchecked Sendable {
  // Sendable: the condition guards the flag, and `wait` the state of those who share it.
  private let condition = NSCondition()
  private var isSet = false

  /// Stops the download.
  func cancel() {
    condition.lock()
    isSet = true
    condition.broadcast()
    condition.unlock()
  }

  /// Whether the download is to stop.
  var isCancelled: Bool {
    condition.lock()
    defer { condition.unlock() }
    return isSet
  }

  /// Changes what somebody waits for.
  func update(_ change: () -> Void) {
    condition.lock()
    change()
    condition.broadcast()
    condition.unlock()
  }

  /// Waits for a value, a time or the end of the download.
  ///
  /// - Parameters:
  ///   - deadline: When to give up.
  ///   - take: Gives the value if it is there; called while no `update` is.
  /// - Returns: The value; nil after the deadline or the cancellation.
  func wait<Value>(until deadline: Date, for take: () -> Value?) -> Value? {
    condition.lock()
    defer { condition.unlock() }
    while !isSet {
      if let value = take() { return value }
      guard condition.wait(until: deadline) else { return isSet ? nil : take() }
    }
    return nil
  }

  /// Waits for a time or the end of the download.
  func sleep(until deadline: Date) {
    let none: Bool? = wait(until: deadline) { nil }
    _ = none
  }
}
