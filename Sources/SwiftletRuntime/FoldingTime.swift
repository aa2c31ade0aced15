internal import Synchronization

/// The time that a plan spends on constants that it computes, by the estimates of their steps.
///
/// Without a limit a small file could keep planning busy for days: by one pooling window as large as a
/// computed image, or by very many sums over a large constant.
final class FoldingTime: Sendable {
  private let spent = Atomic<Int>(0)

  /// Whether so many nanoseconds more are within the limit.
  func allows(_ nanoseconds: Int) -> Bool {
    nanoseconds <= ConstantFolding.timeLimit - spent.load(ordering: .relaxed)
  }

  /// Counts nanoseconds that the limit allows.
  func spend(_ nanoseconds: Int) { spent.wrappingAdd(nanoseconds, ordering: .relaxed) }
}
