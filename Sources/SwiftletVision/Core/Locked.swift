internal import Foundation

/// A value that one thread at a time may use.
///
/// `Mutex` does the same, but ThreadSanitizer does not see it being taken while another thread holds
/// it, and then reports races that are none; see `docs/workarounds.md`.
final class Locked<Value: Sendable>: @unchecked Sendable {
  // Sendable: the value is touched under the lock only.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// What `body` makes of the value, which it may change.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
