internal import SwiftletTensor
internal import Synchronization

/// What data can make go wrong while a step runs.
package enum Fault: UInt32, Sendable {
  /// An index lies outside the tensor that it points into.
  case indexOutOfRange = 1
  /// A number was divided by zero.
  case divisionByZero = 2
  /// A value lies outside the domain of the function.
  case outsideDomain = 3
  /// The operator says itself what went wrong.
  case described = 4

  /// What happened, in words that follow "the run stopped at operator 3:".
  package var text: String {
    switch self {
    case .indexOutOfRange: "an index lies outside the tensor that it points into"
    case .divisionByZero: "a number was divided by zero"
    case .outsideDomain: "a value lies outside the domain of the function"
    case .described: "the operator failed"
    }
  }
}

/// The first fault of a run, set by kernels on any thread and read after each step that can fault.
package final class FaultWord: Sendable {
  private let word = Atomic<UInt32>(0)
  private let message = Locked<String?>(nil)

  /// Makes a word without a fault.
  package init() {}

  /// Keeps a fault unless there is one already.
  package func record(_ fault: Fault) {
    _ = word.compareExchange(expected: 0, desired: fault.rawValue, ordering: .relaxed)
  }

  /// Keeps a fault in the operator's own words unless there is one already.
  package func record(_ words: String) {
    message.withLock { $0 = $0 ?? words }
    record(Fault.described)
  }

  /// Returns what happened in words that follow "the run stopped at operator 3:", if anything did,
  /// and clears it.
  package func takeText() -> String? {
    guard let fault = take() else { return nil }
    let words = fault == .described ? message.withLock { $0.take() } : nil
    return words ?? fault.text
  }

  /// Returns the fault, if any, and clears it.
  package func take() -> Fault? { Fault(rawValue: word.exchange(0, ordering: .relaxed)) }
}
