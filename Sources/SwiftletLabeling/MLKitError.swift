internal import Foundation

/// The codes of the errors of the labeler and of downloads: the canonical status numbers.
enum MLKitErrorCode: Int, Sendable {
  case cancelled = 1
  case unknown = 2
  case invalidArgument = 3
  case notFound = 5
  case permissionDenied = 7
  case resourceExhausted = 8
  case unimplemented = 12
  case `internal` = 13
  case dataLoss = 15
}

extension NSError {
  /// The domain of the errors of the labeler and of downloads.
  static let mlKitDomain = "com.google.mlkit"

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The status.
  ///   - text: The sentence, upstream's where upstream has one.
  ///   - reason: What upstream's sentence leaves out: which model, where, and what to do.
  /// - Returns: The error, with text and reason in its `userInfo`.
  static func mlKit(_ code: MLKitErrorCode, _ text: String, reason: String? = nil) -> NSError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: text]
    if let reason { info[NSLocalizedFailureReasonErrorKey] = reason }
    return NSError(domain: mlKitDomain, code: code.rawValue, userInfo: info)
  }

  /// An error of another layer that uses the same status numbers, in this domain.
  static func mlKit(wrapping error: any Error) -> NSError {
    let error = error as NSError
    if error.domain == mlKitDomain { return error }
    return NSError(
      domain: mlKitDomain, code: error.code,
      userInfo: [
        NSLocalizedDescriptionKey: error.localizedDescription, NSUnderlyingErrorKey: error,
      ])
  }
}
