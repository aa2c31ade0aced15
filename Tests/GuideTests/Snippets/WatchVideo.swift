import Foundation
import Swiftlet

/// Tells what each frame of a Y4M video shows, and when.
func watch(_ video: String, model: String, report: (Int, [String]) -> Void) throws {
  let options = ObjectDetectorOptions()
  options.baseOptions.modelAssetPath = model
  options.runningMode = .video
  options.scoreThreshold = 0.5
  let detector = try ObjectDetector(options: options)

  var reader = try Y4MReader(contentsOf: video)
  while let frame = try reader.nextFrame() {
    let result = try detector.detect(
      videoFrame: MPImage(frame.image), timestampInMilliseconds: frame.timestampInMilliseconds)
    let objects = result.detections.map { detection in
      let box = detection.boundingBox
      return
        "\(detection.categories[0].categoryName ?? "object") at \(Int(box.minX)),\(Int(box.minY))"
    }
    report(result.timestampInMilliseconds, objects)
  }
}
