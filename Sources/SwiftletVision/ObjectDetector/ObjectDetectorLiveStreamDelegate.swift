public import Foundation

/// Receives the results of an `ObjectDetector` in live stream mode.
public protocol ObjectDetectorLiveStreamDelegate: NSObjectProtocol {
  /// A frame was searched, or failed; called on a serial queue of the detector's own.
  ///
  /// - Parameters:
  ///   - objectDetector: Whose result it is.
  ///   - objectDetectionResult: The objects, or nil after a failure.
  ///   - timestampInMilliseconds: The frame's time; `Int.min` after a failure.
  ///   - error: The failure, or nil.
  func objectDetector(
    _ objectDetector: ObjectDetector,
    didFinishDetection objectDetectionResult: ObjectDetectorResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension ObjectDetectorLiveStreamDelegate {
  /// The method is optional: by default results are dropped.
  public func objectDetector(
    _ objectDetector: ObjectDetector,
    didFinishDetection objectDetectionResult: ObjectDetectorResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {}
}
