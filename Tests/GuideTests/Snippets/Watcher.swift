import Foundation
import Swiftlet

/// Receives what a detector finds, on a queue of the detector's own.
final class Watcher: NSObject, ObjectDetectorLiveStreamDelegate {
  func objectDetector(
    _ objectDetector: ObjectDetector, didFinishDetection result: ObjectDetectorResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    if let result {
      print(timestampInMilliseconds, result.detections.count, "objects")
    } else if let error {
      print(error.localizedDescription)
    }
  }
}

/// A detector for a live stream; the caller keeps the watcher, as the detector does not.
func makeDetector(model: String, watcher: Watcher) throws -> ObjectDetector {
  let options = ObjectDetectorOptions()
  options.baseOptions.modelAssetPath = model
  options.runningMode = .liveStream
  options.objectDetectorLiveStreamDelegate = watcher
  return try ObjectDetector(options: options)
}
