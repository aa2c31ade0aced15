private import Synchronization

/// The bytes that some owners of memory hold together, and how many they may.
///
/// Owners enter with `AlignedMemory.count(in:)` and leave when they are freed. What a step cannot do
/// without may exceed the limit for a moment, so that asking first is up to those who allocate.
package final class MemoryBudget: Sendable {
  /// The bytes that owners may hold together.
  package let limit: Int
  private let held = Atomic<Int>(0)

  /// Makes a budget of which nothing is used.
  package init(limit: Int) {
    self.limit = limit
  }

  /// The bytes that owners hold now.
  package var heldBytes: Int { held.load(ordering: .relaxed) }

  /// Whether so many bytes more are within the limit.
  package func allows(_ byteCount: Int) -> Bool { byteCount <= limit - heldBytes }

  func add(_ byteCount: Int) { held.wrappingAdd(byteCount, ordering: .relaxed) }
}

/// Bytes of ordinary memory, counted as long as this lives.
package final class MemoryCharge: Sendable {
  private let bytes = Atomic<Int>(0)
  private let budget: MemoryBudget

  /// Counts nothing yet.
  package init(in budget: MemoryBudget) {
    self.budget = budget
  }

  /// Counts bytes more.
  package func add(_ byteCount: Int) {
    bytes.wrappingAdd(byteCount, ordering: .relaxed)
    budget.add(byteCount)
  }

  deinit { budget.add(-bytes.load(ordering: .relaxed)) }
}
