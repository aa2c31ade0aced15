import MediaPipeTasksVision
import Testing

/// The calls of a client of the detector, through the drop-in module alone.
@Suite("Detector calls of a client")
struct DetectorCallsTests {
  static func options(_ mode: RunningMode) -> ObjectDetectorOptions {
    let options = ObjectDetectorOptions()
    let path: String? = Sample.detector
    options.baseOptions.modelAssetPath = path
    options.runningMode = mode
    options.maxResults = 5
    return options
  }

  static func photo() throws -> UIImage {
    try #require(UIImage(contentsOfFile: Sample.fixtures + "/images/fruit.jpg"))
  }

  @Test("A still image, printed as in the guide")
  func image() throws {
    let detector = try ObjectDetector(options: Self.options(.image))
    let result = try detector.detect(image: MPImage(uiImage: Self.photo()))
    let first = try #require(result.detections.first)
    let name = try #require(first.categories[0].categoryName)
    #expect(result.detections.count == 5)
    #expect(first.boundingBox == first.boundingBox.integral)
    let lines = result.description.split(separator: "\n").map(String.init)
    #expect(lines[0] == "ObjectDetectorResult:")
    #expect(lines[1] == " Detection #0:")
    #expect(lines[2].hasPrefix("  Box: (x: "))
    #expect(lines[3] == "  Categories:")
    #expect(lines[4].hasPrefix("   index       : "))
    #expect(lines[5].hasPrefix("   score       : 0."))
    #expect(lines[6] == "   class name  : \(name)")
    let plain = try ObjectDetector(modelPath: Sample.detector)
    #expect(
      try plain.detect(image: MPImage(uiImage: Self.photo())).detections[0].boundingBox
        == first.boundingBox)
  }

  @Test("Frames of a video, with their times")
  func video() throws {
    let detector = try ObjectDetector(options: Self.options(.video))
    let frame = try MPImage(uiImage: Self.photo())
    let result = try detector.detect(videoFrame: frame, timestampInMilliseconds: 33)
    #expect(result.timestampInMilliseconds == 33)
  }

  final class Receiver: NSObject, ObjectDetectorLiveStreamDelegate {
    let results = Mailbox<(Int?, Int)>()

    func objectDetector(
      _ objectDetector: ObjectDetector,
      didFinishDetection objectDetectionResult: ObjectDetectorResult?,
      timestampInMilliseconds: Int,
      error: Error?
    ) {
      results.put((objectDetectionResult?.detections.count, timestampInMilliseconds))
    }
  }

  @Test("A live stream, with a delegate")
  func liveStream() throws {
    let options = Self.options(.liveStream)
    let receiver = Receiver()
    options.objectDetectorLiveStreamDelegate = receiver
    let detector = try ObjectDetector(options: options)
    try detector.detectAsync(image: MPImage(uiImage: Self.photo()), timestampInMilliseconds: 5)
    let found = try #require(receiver.results.take())
    #expect(found.1 == 5)
    #expect((found.0 ?? 0) > 0)
  }

  @Test("A mirrored image: the boxes are those of the pixels as stored")
  func mirrored() throws {
    let options = Self.options(.image)
    options.maxResults = -1
    options.acceptsMirroredOrientations = true
    let detector = try ObjectDetector(options: options)
    let photo = try Self.photo()
    let plain = try detector.detect(image: MPImage(uiImage: photo, orientation: .up))
    let flipped = try detector.detect(image: MPImage(uiImage: photo, orientation: .upMirrored))
    let found = flipped.detections[0].boundingBox
    // The model sees a mirror image and is not quite symmetric.
    let isThere = plain.detections.contains {
      $0.boundingBox.intersection(found).area > 0.6 * $0.boundingBox.union(found).area
    }
    #expect(isThere)
  }
}

extension CGRect {
  fileprivate var area: CGFloat { width * height }
}
