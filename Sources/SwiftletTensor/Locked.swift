package import Synchronization

/// A value that one thread at a time may use: a `Mutex` that ThreadSanitizer sees.
///
/// On Linux the part of `Mutex` that waits for another thread is in a library without
/// ThreadSanitizer's instructions, which then does not know that the lock was taken and reports races
/// that are none. So whoever holds the lock hands over by an atomic flag as well: an ordinary load and
/// an ordinary store; see `docs/workarounds.md`.
package struct Locked<Value: ~Copyable>: ~Copyable {
  @usableFromInline let mutex: Mutex<Value>
  /// Written by each holder at its end and read by the next one at its beginning.
  @usableFromInline let handedOver = Atomic<Bool>(false)

  /// Nobody holds the value yet.
  @inlinable package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// What `body` makes of the value, which it may change, while nobody else uses it.
  @inlinable package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { value throws(Failure) in
      _ = handedOver.load(ordering: .acquiring)
      defer { handedOver.store(true, ordering: .releasing) }
      return try body(&value)
    }
  }
}

extension Locked: @unchecked Sendable where Value: ~Copyable {
  // Sendable: as `Mutex` is.
}
