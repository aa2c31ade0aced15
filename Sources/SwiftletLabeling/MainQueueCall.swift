internal import Foundation

/// A client's closure, which is called on the main queue only, and once.
struct MainQueueCall<Value>: @unchecked Sendable {
  // Sendable: the closure goes from the caller to the main queue and is not touched in between.
  private let closure: (Value) -> Void

  init(_ closure: @escaping (Value) -> Void) {
    self.closure = closure
  }

  /// Calls the closure on the main queue.
  func callAsFunction(_ value: sending Value) {
    nonisolated(unsafe) let value = value
    DispatchQueue.main.async { closure(unsafe value) }
  }
}
