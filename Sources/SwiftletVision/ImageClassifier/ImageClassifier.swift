public import Foundation
internal import SwiftletImage
internal import SwiftletRuntime
internal import SwiftletTensor

/// Says what an image shows, among the categories that its model was trained on.
///
/// A classifier may be used from any number of threads; calls block until their result is there.
///
///     let classifier = try ImageClassifier(modelPath: "mobilenet_v2.tflite")
///     let result = try classifier.classify(image: MPImage(contentsOf: "cat.jpg"))
///     for category in result.classificationResult.classifications[0].categories.prefix(3) {
///       print(category.categoryName ?? "", category.score)
///     }
public final class ImageClassifier: NSObject, Sendable {
  private let runner: TaskRunner
  private let heads: [ClassifierHead]
  private let clock: FrameClock

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
    try Self.checkDelegate(options)
    let resources = try ModelResources(options.baseOptions)
    let input = try ImageInput(resources, options)
    try CategoryFilter.check(
      maxResults: options.maxResults, allowlist: options.categoryAllowlist,
      denylist: options.categoryDenylist)
    heads = try ClassifierHead.all(resources, options)
    runner = try TaskRunner(resources, input, options.baseOptions.planOptions)
    if let path = options.labelsPath {
      for head in heads {
        let classes = runner.plan.outputs[head.index].shape.elementCount
        try head.checkCallersLabels(path: path, classes: classes)
      }
    }
    clock = FrameClock(options.runningMode)
    super.init()
  }

  private static func checkDelegate(_ options: ImageClassifierOptions) throws {
    let hasDelegate = options.imageClassifierLiveStreamDelegate != nil
    if options.runningMode == .liveStream, !hasDelegate {
      throw NSError.task(
        .invalidArgumentError,
        "The vision task is in live stream mode. An object must be set as the delegate of the "
          + "task in its options to ensure asynchronous delivery of results.")
    }
    if options.runningMode != .liveStream, hasDelegate {
      throw NSError.task(
        .invalidArgumentError,
        "The vision task is in image or video mode. The delegate must not be set in the task's "
          + "options.")
    }
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
    return try result(image.pixels, region, degrees, time: clock.nextImage())
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
    return try result(videoFrame.pixels, region, degrees, time: timestampInMilliseconds)
  }

  private func result(
    _ image: Image, _ region: Region, _ degrees: Int, time: Int
  ) throws -> ImageClassifierResult {
    let classifications = try runner.run(image, region: region, rotationDegrees: degrees) {
      session in
      try heads.map { head in try head.classifications(session.outputBytes(head.index)) }
    }
    return ImageClassifierResult(
      classificationResult: ClassificationResult(
        classifications: classifications, timestampInMilliseconds: time),
      timestampInMilliseconds: time)
  }
}
