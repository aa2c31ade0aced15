import MediaPipeTasksVision
import SwiftletTestSupport
import Testing

/// The calls of a client of the classifier, through the drop-in module alone.
@Suite("Classifier calls of a client")
struct ClassifierCallsTests {
  static func options(_ mode: RunningMode) -> ImageClassifierOptions {
    let options = ImageClassifierOptions()
    // Optional, as a bundle gives it.
    let path: String? = Sample.classifier
    options.baseOptions.modelAssetPath = path
    options.runningMode = mode
    options.maxResults = 3
    return options
  }

  static func top(_ result: ImageClassifierResult?) -> String? {
    result?.classificationResult.classifications.first?.categories.first?.categoryName
  }

  @Test("A still image, from a path alone and with options")
  func image() throws {
    let image = try MPImage(uiImage: Sample.photo())
    let plain = try ImageClassifier(modelPath: Sample.classifier)
    #expect(try Self.top(plain.classify(image: image)) == "espresso")
    let classifier = try ImageClassifier(options: Self.options(.image))
    let result = try classifier.classify(image: image)
    let head: Classifications = result.classificationResult.classifications[0]
    #expect(head.categories.count == 3)
    #expect(head.headIndex == 0)
    #expect(head.categories[0].score >= head.categories[1].score)
    #expect(result.description.hasPrefix("ImageClassifierResult:\n Classifications #0"))
    let part = try classifier.classify(
      image: image, regionOfInterest: CGRect(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
    #expect(part.timestampInMilliseconds == 1000)
  }

  @Test(
    "The bird classifier names a sparrow, printed as in the guide",
    .enabled(if: Corpus.isPresent, "\(Corpus.advice)"))
  func bird() throws {
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = try Corpus.model(
      "mobilenet_v2_1.0_224_inat_bird_quant_with_metadata.tflite")
    options.maxResults = 2
    let classifier = try ImageClassifier(options: options)
    let photo = try #require(UIImage(contentsOfFile: try Corpus.path("images/sparrow.jpg")))
    let result = try classifier.classify(image: MPImage(uiImage: photo))
    let lines = result.description.split(separator: "\n").map(String.init)
    let start = [
      "ImageClassifierResult:", " Classifications #0 (single classification head):",
      "  head index: 0", "  category #0:", "   category name: \"Passer domesticus\"",
      "   display name: \"House Sparrow\"", "   score: 0.91797", "   index: 671",
      "  category #1:",
    ]
    #expect(Array(lines.prefix(start.count)) == start)
    for category in result.classificationResult.classifications[0].categories {
      let steps = category.score * 256
      #expect(steps == steps.rounded())
    }
  }

  @Test("Frames of a video, with their times")
  func video() throws {
    let classifier = try ImageClassifier(options: Self.options(.video))
    let frame = try MPImage(pixelBuffer: Sample.buffer())
    for timestamp in [0, 40, 80] {
      let result = try classifier.classify(videoFrame: frame, timestampInMilliseconds: timestamp)
      #expect(result.timestampInMilliseconds == timestamp)
    }
    #expect(throws: (any Error).self) {
      try classifier.classify(
        videoFrame: frame, timestampInMilliseconds: 80, regionOfInterest: .zero)
    }
  }

  final class Receiver: NSObject, ImageClassifierLiveStreamDelegate {
    let results = Mailbox<(String?, Int)>()

    func imageClassifier(
      _ imageClassifier: ImageClassifier,
      didFinishClassification result: ImageClassifierResult?,
      timestampInMilliseconds: Int,
      error: Error?
    ) {
      results.put((error == nil ? ClassifierCallsTests.top(result) : nil, timestampInMilliseconds))
    }
  }

  @Test("A live stream, with a delegate")
  func liveStream() throws {
    let options = Self.options(.liveStream)
    #expect(throws: (any Error).self) { try ImageClassifier(options: options) }
    let receiver = Receiver()
    options.imageClassifierLiveStreamDelegate = receiver
    let classifier = try ImageClassifier(options: options)
    let frame = try MPImage(sampleBuffer: Sample.sampleBuffer())
    try classifier.classifyAsync(image: frame, timestampInMilliseconds: 7)
    let first = try #require(receiver.results.take())
    #expect(first.1 == 7)
    #expect(first.0 == "espresso")
    try classifier.classifyAsync(
      image: frame, timestampInMilliseconds: 8,
      regionOfInterest: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(receiver.results.take()?.1 == 8)
  }

  @Test("All options, their defaults, and copies")
  func allOptions() throws {
    let options = ImageClassifierOptions()
    #expect(options.runningMode == .image && options.maxResults == -1)
    #expect(options.scoreThreshold == 0 && options.imageClassifierLiveStreamDelegate == nil)
    #expect(options.categoryAllowlist.isEmpty && options.categoryDenylist.isEmpty)
    #expect(options.baseOptions.delegate == .CPU)
    options.displayNamesLocale = "de"
    options.scoreThreshold = 0.25
    options.categoryAllowlist = ["espresso"]
    options.baseOptions.delegate = .GPU
    options.baseOptions.modelAssetPath = Sample.classifier
    let copy = try #require(options.copy() as? ImageClassifierOptions)
    #expect(copy.displayNamesLocale == "de" && copy.scoreThreshold == 0.25)
    #expect(copy.baseOptions !== options.baseOptions)
    #expect(copy.baseOptions.delegate == .GPU)
    let classifier = try ImageClassifier(options: copy)
    let result = try classifier.classify(image: MPImage(uiImage: Sample.photo()))
    #expect(Self.top(result) == "espresso")
  }

  @Test("Errors have the domain, the codes and no other details")
  func errors() {
    do {
      _ = try ImageClassifier(modelPath: "")
      Issue.record("An empty path was accepted.")
    } catch {
      let error = error as NSError
      #expect(error.domain == "com.google.mediapipe.tasks")
      #expect(error.code == Int(TasksErrorCode.invalidArgumentError.rawValue))
      #expect(error.localizedDescription.hasPrefix("INVALID_ARGUMENT: ExternalFile must specify"))
      #expect(Array(error.userInfo.keys) == [NSLocalizedDescriptionKey])
    }
  }
}
