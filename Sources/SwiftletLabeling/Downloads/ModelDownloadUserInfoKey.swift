public import Foundation

/// The keys of the `userInfo` of notifications about downloads.
///
/// Index with the raw value: `userInfo[ModelDownloadUserInfoKey.remoteModel.rawValue]`.
public struct ModelDownloadUserInfoKey: RawRepresentable, Hashable, Sendable {
  /// The key itself.
  public let rawValue: String

  /// A key.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The `RemoteModel` that was asked for.
  public static let remoteModel = Self(rawValue: "MLKModelDownloadUserInfoKeyRemoteModel")

  /// The `NSError` of a download that failed.
  public static let error = Self(rawValue: "MLKModelDownloadUserInfoKeyError")
}

extension Notification.Name {
  /// A model is on this device in its newest version; posted on the main queue.
  public static let mlkitModelDownloadDidSucceed = Notification.Name(
    "com.google.mlkit.notif.model-download-did-succeed")

  /// A download failed or was cancelled; posted on the main queue.
  public static let mlkitModelDownloadDidFail = Notification.Name(
    "com.google.mlkit.notif.model-download-did-fail")
}
