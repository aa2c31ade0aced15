public import Foundation
internal import SwiftletImage

/// Says what an image shows, among the categories that its model was trained on.
///
/// A classifier may be used from any number of threads. Calls for images and video frames block until
/// their result is there; frames of a live stream are taken at once and their results go to the
/// delegate.
///
///     let classifier = try ImageClassifier(modelPath: "mobilenet_v2.tflite")
///     let result = try classifier.classify(image: MPImage(contentsOf: "cat.jpg"))
///     for category in result.classificationResult.classifications[0].categories.prefix(3) {
///       print(category.categoryName ?? "", category.score)
///     }
public final class ImageClassifier: NSObject, Sendable {
  private let graph: ClassifierGraph
  private let clock: FrameClock
  private let stream: Stream?

  /// What becomes of the frames of a live stream.
  private struct Stream: Sendable {
    let frames: LiveStream<Frame, ImageClassifierResult>
    /// Set at the end of the classifier's initialiser.
    let owner: Weak<ImageClassifier>
  }

  private struct Frame: Sendable {
    let image: Image
    let region: Region
    let rotationDegrees: Int
    let time: Int
  }

  /// A classifier of single images with default options.
  ///
  /// - Parameter modelPath: A `.tflite` file.
  /// - Throws: An `NSError` that says why the model cannot be used.
  public convenience init(modelPath: String) throws {
    let options = ImageClassifierOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A classifier with options, which are read once.
  ///
  /// - Parameter options: Model, mode and what to return.
  /// - Throws: An `NSError` that says why model or options cannot be used.
  public init(options: ImageClassifierOptions) throws {
    // Held until the end, as the option is weak.
    let delegate = options.imageClassifierLiveStreamDelegate
    try RunningMode.check(options.runningMode, hasDelegate: delegate != nil)
    let graph = try ClassifierGraph(options)
    self.graph = graph
    clock = FrameClock(options.runningMode)
    stream = delegate.map { Self.stream(graph, to: $0) }
    super.init()
    stream?.owner.object = self
  }

  /// A stream that holds neither its classifier nor the delegate.
  private static func stream(
    _ graph: ClassifierGraph, to delegate: any ImageClassifierLiveStreamDelegate
  ) -> Stream {
    let owner = Weak<ImageClassifier>()
    let receiver = Weak<AnyObject>()
    receiver.object = delegate
    let frames = LiveStream<Frame, ImageClassifierResult>(name: "imageClassifier") { frame in
      try graph.result(
        frame.image, frame.region, frame.rotationDegrees, time: frame.time)
    } deliver: { frame, outcome in
      guard let classifier = owner.object,
        let delegate = receiver.object as? any ImageClassifierLiveStreamDelegate
      else { return }
      switch outcome {
      case .success(let result):
        delegate.imageClassifier(
          classifier, didFinishClassification: result, timestampInMilliseconds: frame.time,
          error: nil)
      case .failure(let error):
        delegate.imageClassifier(
          classifier, didFinishClassification: nil, timestampInMilliseconds: .min, error: error)
      }
    }
    return Stream(frames: frames, owner: owner)
  }

  /// Classifies an image.
  ///
  /// - Parameter image: The image.
  /// - Returns: The categories of each head.
  /// - Throws: An `NSError` when the classifier is in another mode or the image cannot be used.
  public func classify(image: MPImage) throws -> ImageClassifierResult {
    try classify(image: image, processing: ImageProcessingOptions())
  }

  /// Classifies a part of an image.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - regionOfInterest: The part, in shares of the width and height of the image as stored; the
  ///     zero rectangle means the whole image.
  /// - Returns: The categories of each head.
  /// - Throws: An `NSError` when the classifier is in another mode or the image or the region cannot
  ///   be used.
  public func classify(
    image: MPImage, regionOfInterest: CGRect
  ) throws -> ImageClassifierResult {
    try classify(
      image: image, processing: ImageProcessingOptions(regionOfInterest: regionOfInterest))
  }

  /// Classifies a part of an image after turning it; not part of the upstream API.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - processing: Region of interest and rotation.
  /// - Returns: The categories of each head.
  /// - Throws: An `NSError` when the classifier is in another mode or something cannot be used.
  public func classify(
    image: MPImage, processing: ImageProcessingOptions
  ) throws -> ImageClassifierResult {
    try clock.require(.image)
    let (region, degrees) = try processing.resolved(for: image)
    return try graph.result(image.pixels, region, degrees, time: clock.nextImage())
  }

  /// Classifies a frame of a video.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  /// - Returns: The categories of each head.
  /// - Throws: An `NSError` when the classifier is in another mode, the time does not increase or the
  ///   frame cannot be used.
  public func classify(
    videoFrame: MPImage, timestampInMilliseconds: Int
  ) throws -> ImageClassifierResult {
    try classify(
      videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions())
  }

  /// Classifies a part of a frame of a video.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - regionOfInterest: The part, in shares of width and height; zero means the whole frame.
  /// - Returns: The categories of each head.
  /// - Throws: An `NSError` when the classifier is in another mode, the time does not increase or the
  ///   frame or the region cannot be used.
  public func classify(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> ImageClassifierResult {
    try classify(
      videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions(regionOfInterest: regionOfInterest))
  }

  /// Classifies a part of a frame after turning it; not part of the upstream API.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - processing: Region of interest and rotation.
  /// - Returns: The categories of each head.
  /// - Throws: An `NSError` when the classifier is in another mode, the time does not increase or
  ///   something cannot be used.
  public func classify(
    videoFrame: MPImage, timestampInMilliseconds: Int, processing: ImageProcessingOptions
  ) throws -> ImageClassifierResult {
    try clock.require(.video)
    let (region, degrees) = try processing.resolved(for: videoFrame)
    try clock.advance(to: timestampInMilliseconds)
    return try graph.result(videoFrame.pixels, region, degrees, time: timestampInMilliseconds)
  }

  /// Takes a frame of a live stream; the result goes to the delegate.
  ///
  /// While the classifier is busy one frame waits, the newest; others are dropped.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  /// - Throws: An `NSError` when the classifier is in another mode, the time does not increase or the
  ///   frame cannot be used.
  public func classifyAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try classifyAsync(
      image: image, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions())
  }

  /// Takes a frame of a live stream and classifies a part of it; the result goes to the delegate.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - regionOfInterest: The part, in shares of width and height; zero means the whole frame.
  /// - Throws: An `NSError` when the classifier is in another mode, the time does not increase or the
  ///   frame or the region cannot be used.
  public func classifyAsync(
    image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws {
    try classifyAsync(
      image: image, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions(regionOfInterest: regionOfInterest))
  }

  /// Takes a frame of a live stream and classifies a part of it after turning it; not part of the
  /// upstream API.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - processing: Region of interest and rotation.
  /// - Throws: An `NSError` when the classifier is in another mode, the time does not increase or
  ///   something cannot be used.
  public func classifyAsync(
    image: MPImage, timestampInMilliseconds: Int, processing: ImageProcessingOptions
  ) throws {
    try clock.require(.liveStream)
    let (region, degrees) = try processing.resolved(for: image)
    try clock.advanceStream(to: timestampInMilliseconds)
    stream?.frames.submit(
      Frame(
        image: image.pixels, region: region, rotationDegrees: degrees,
        time: timestampInMilliseconds))
  }
}
