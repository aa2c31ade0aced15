public import Foundation

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
#if canImport(ObjectiveC)
@objc(MPPImageClassifier)
#endif
public final class ImageClassifier: NSObject, Sendable {
  let engine: TaskEngine<ClassifierGraph, ImageClassifier>

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
    engine = TaskEngine(
      try ClassifierGraph(options), mode: options.runningMode,
      acceptsMirrored: options.acceptsMirroredOrientations, name: "imageClassifier",
      delegate: delegate
    ) { delegate, classifier, result, time, error in
      delegate.imageClassifier(
        classifier, didFinishClassification: result, timestampInMilliseconds: time, error: error)
    }
    super.init()
    engine.belong(to: self)
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
    try engine.image(image, processing)
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
    try engine.videoFrame(videoFrame, at: timestampInMilliseconds, processing)
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
    try engine.submit(image, at: timestampInMilliseconds, processing)
  }
}
