internal import SwiftletTensor

/// What has become of the frames of a live stream so far.
///
/// The counts are of one moment: `received` is always the sum of the others, `pending` included.
public struct LiveStreamStatistics: Sendable, Equatable {
  /// Frames that were taken; a refused call does not count.
  public internal(set) var received = 0

  /// Frames without a result, because a newer one took their place or nobody was left to tell.
  public internal(set) var dropped = 0

  /// Frames whose result or error was handed to the delegate or the sequence.
  public internal(set) var delivered = 0

  /// Frames that wait, are worked on, or whose result is on its way.
  public var pending: Int { received - dropped - delivered }
}

/// Counts frames, on any number of threads.
package final class FrameCounter: Sendable {
  private let counts = Locked(LiveStreamStatistics())

  /// Nothing counted yet.
  package init() {}

  /// The counts of this moment.
  package var statistics: LiveStreamStatistics { counts.withLock { $0 } }

  func receive() { counts.withLock { $0.received += 1 } }
  func drop() { counts.withLock { $0.dropped += 1 } }
  func deliver() { counts.withLock { $0.delivered += 1 } }
}
