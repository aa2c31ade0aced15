import Swiftlet

/// Counts the objects in the newest frames of a camera, for as long as it delivers any.
func countObjects(
  in frames: AsyncStream<VideoFrame>, model: String, report: (Int, Int) -> Void
) async throws {
  let options = ObjectDetectorOptions()
  options.baseOptions.modelAssetPath = model
  options.runningMode = .video
  options.scoreThreshold = 0.5
  let detector = try ObjectDetector(options: options)

  for try await result in detector.results(of: frames) {
    report(result.timestampInMilliseconds, result.detections.count)
  }
  let counts = detector.liveStreamStatistics
  print("\(counts.received) frames, \(counts.dropped) of them passed over")
}
