public import Foundation

/// Finds objects in images: what they are, and where.
///
/// A detector may be used from any number of threads. Calls for images and video frames block until
/// their result is there; frames of a live stream are taken at once and their results go to the
/// delegate. Boxes are in pixels of the image as stored, whatever its orientation.
///
///     let detector = try ObjectDetector(modelPath: "ssd_mobilenet_v1.tflite")
///     let result = try detector.detect(image: MPImage(contentsOf: "street.jpg"))
///     for detection in result.detections {
///       print(detection.categories[0].categoryName ?? "", detection.boundingBox)
///     }
#if canImport(ObjectiveC)
@objc(MPPObjectDetector)
#endif
public final class ObjectDetector: NSObject, Sendable {
  let engine: TaskEngine<DetectorGraph, ObjectDetector>

  /// A detector of single images with default options.
  ///
  /// - Parameter modelPath: A `.tflite` file.
  /// - Throws: An `NSError` that says why the model cannot be used.
  public convenience init(modelPath: String) throws {
    let options = ObjectDetectorOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// A detector with options, which are read once.
  ///
  /// - Parameter options: Model, mode and what to return.
  /// - Throws: An `NSError` that says why model or options cannot be used.
  public init(options: ObjectDetectorOptions) throws {
    // Held until the end, as the option is weak.
    let delegate = options.objectDetectorLiveStreamDelegate
    try RunningMode.check(options.runningMode, hasDelegate: delegate != nil)
    engine = TaskEngine(
      try DetectorGraph(options), mode: options.runningMode,
      acceptsMirrored: options.acceptsMirroredOrientations, name: "objectDetector",
      delegate: delegate
    ) { delegate, detector, result, time, error in
      delegate.objectDetector(
        detector, didFinishDetection: result, timestampInMilliseconds: time, error: error)
    }
    super.init()
    engine.belong(to: self)
  }

  /// Finds objects in an image.
  ///
  /// - Parameter image: The image.
  /// - Returns: The objects.
  /// - Throws: An `NSError` when the detector is in another mode or the image cannot be used.
  public func detect(image: MPImage) throws -> ObjectDetectorResult {
    try detect(image: image, processing: ImageProcessingOptions())
  }

  /// Finds objects in a part of an image after turning it; not part of the upstream API.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - processing: Region of interest and rotation.
  /// - Returns: The objects.
  /// - Throws: An `NSError` when the detector is in another mode or something cannot be used.
  public func detect(
    image: MPImage, processing: ImageProcessingOptions
  ) throws -> ObjectDetectorResult {
    try engine.image(image, processing)
  }

  /// Finds objects in a frame of a video.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  /// - Returns: The objects.
  /// - Throws: An `NSError` when the detector is in another mode, the time does not increase or the
  ///   frame cannot be used.
  public func detect(
    videoFrame: MPImage, timestampInMilliseconds: Int
  ) throws -> ObjectDetectorResult {
    try detect(
      videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions())
  }

  /// Finds objects in a part of a frame after turning it; not part of the upstream API.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - processing: Region of interest and rotation.
  /// - Returns: The objects.
  /// - Throws: An `NSError` when the detector is in another mode, the time does not increase or
  ///   something cannot be used.
  public func detect(
    videoFrame: MPImage, timestampInMilliseconds: Int, processing: ImageProcessingOptions
  ) throws -> ObjectDetectorResult {
    try engine.videoFrame(videoFrame, at: timestampInMilliseconds, processing)
  }

  /// Takes a frame of a live stream; the result goes to the delegate.
  ///
  /// While the detector is busy one frame waits, the newest; others are dropped.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  /// - Throws: An `NSError` when the detector is in another mode, the time does not increase or the
  ///   frame cannot be used.
  public func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try detectAsync(
      image: image, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions())
  }

  /// Takes a frame of a live stream and finds objects in a part of it after turning it; not part of the
  /// upstream API.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - processing: Region of interest and rotation.
  /// - Throws: An `NSError` when the detector is in another mode, the time does not increase or
  ///   something cannot be used.
  public func detectAsync(
    image: MPImage, timestampInMilliseconds: Int, processing: ImageProcessingOptions
  ) throws {
    try engine.submit(image, at: timestampInMilliseconds, processing)
  }
}
