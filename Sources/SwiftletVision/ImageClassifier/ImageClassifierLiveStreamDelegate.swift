public import Foundation

/// Receives the results of an `ImageClassifier` in live stream mode.
public protocol ImageClassifierLiveStreamDelegate: NSObjectProtocol {
  /// A frame was classified, or failed; called on a serial queue of the classifier's own.
  ///
  /// - Parameters:
  ///   - imageClassifier: Whose result it is.
  ///   - result: The categories, or nil after a failure.
  ///   - timestampInMilliseconds: The frame's time; `Int.min` after a failure.
  ///   - error: The failure, or nil.
  func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension ImageClassifierLiveStreamDelegate {
  /// The method is optional: by default results are dropped.
  public func imageClassifier(
    _ imageClassifier: ImageClassifier, didFinishClassification result: ImageClassifierResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {}
}
