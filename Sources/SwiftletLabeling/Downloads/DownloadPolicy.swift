public import Foundation

/// How patient downloads are.
public struct DownloadPolicy: Sendable, Equatable {
  /// The longest silence of the server, in seconds.
  public var stallTimeout: TimeInterval = 60

  /// The longest time for a download with all its retries, in seconds.
  public var totalTimeout: TimeInterval = 600

  /// How often in a row to try again without a byte of progress, after failures that may pass:
  /// a connection that cannot be made or breaks, and the statuses 408, 429 and 500 to 599.
  public var retryCount = 4

  /// The pause before the first retry, in seconds; each further one is twice as long.
  ///
  /// Pauses are shortened at random by up to a half, so that many clients do not come back at once.
  public var firstRetryDelay: TimeInterval = 0.5

  /// The longest pause, in seconds, also where the server asks for more.
  public var longestRetryDelay: TimeInterval = 30

  /// The most bytes of a model.
  public var maximumModelSize = 2 << 30

  /// The default patience.
  public init() {}

  /// The same with numbers that clocks can add up: from nothing to a year, and no NaN.
  var bounded: DownloadPolicy {
    func bounded(_ seconds: TimeInterval, _ other: TimeInterval) -> TimeInterval {
      seconds.isNaN ? other : min(max(seconds, 0), 365 * 86_400)
    }
    let other = DownloadPolicy()
    var policy = self
    policy.stallTimeout = bounded(stallTimeout, other.stallTimeout)
    policy.totalTimeout = bounded(totalTimeout, other.totalTimeout)
    policy.firstRetryDelay = bounded(firstRetryDelay, other.firstRetryDelay)
    policy.longestRetryDelay = bounded(longestRetryDelay, other.longestRetryDelay)
    return policy
  }
}
