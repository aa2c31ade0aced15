public import Foundation

/// Under which conditions a model may be downloaded.
public final class ModelDownloadConditions: NSObject, NSCopying, Sendable {
  /// Whether mobile networks may be used; without effect on Linux, which does not tell them apart.
  public let allowsCellularAccess: Bool

  /// Whether the download may go on while an application is in the background; without effect where
  /// there is no such state, as on Linux.
  public let allowsBackgroundDownloading: Bool

  /// Conditions.
  ///
  /// - Parameters:
  ///   - allowsCellularAccess: Whether mobile networks may be used.
  ///   - allowsBackgroundDownloading: Whether to go on in the background.
  public init(allowsCellularAccess: Bool, allowsBackgroundDownloading: Bool) {
    self.allowsCellularAccess = allowsCellularAccess
    self.allowsBackgroundDownloading = allowsBackgroundDownloading
  }

  /// Mobile networks are allowed, the background is not.
  public override convenience init() {
    self.init(allowsCellularAccess: true, allowsBackgroundDownloading: false)
  }

  /// The same conditions: they never change.
  public func copy(with zone: NSZone? = nil) -> Any { self }
}
