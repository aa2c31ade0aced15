public import Foundation

/// Describes images by vectors that are close to each other for similar pictures.
///
/// An embedder may be used from any number of threads. Calls for images and video frames block until
/// their result is there; frames of a live stream are taken at once and their results go to the
/// delegate.
///
///     let embedder = try ImageEmbedder(modelPath: "mobilenet_v3_small_embedder.tflite")
///     let cat = try embedder.embed(image: MPImage(contentsOf: "cat.jpg"))
///     let dog = try embedder.embed(image: MPImage(contentsOf: "dog.jpg"))
///     let similarity = try ImageEmbedder.cosineSimilarity(
///       embedding1: cat.embeddingResult.embeddings[0],
///       embedding2: dog.embeddingResult.embeddings[0])
#if canImport(ObjectiveC)
@objc(MPPImageEmbedder)
#endif
public final class ImageEmbedder: NSObject, Sendable {
  let engine: TaskEngine<EmbedderGraph, ImageEmbedder>

  /// An embedder of single images with default options.
  ///
  /// - Parameter modelPath: A `.tflite` file.
  /// - Throws: An `NSError` that says why the model cannot be used.
  public convenience init(modelPath: String) throws {
    let options = ImageEmbedderOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// An embedder with options, which are read once.
  ///
  /// - Parameter options: Model, mode and what to return.
  /// - Throws: An `NSError` that says why model or options cannot be used.
  public init(options: ImageEmbedderOptions) throws {
    // Held until the end, as the option is weak.
    let delegate = options.imageEmbedderLiveStreamDelegate
    try RunningMode.check(options.runningMode, hasDelegate: delegate != nil)
    engine = TaskEngine(
      try EmbedderGraph(options), mode: options.runningMode,
      acceptsMirrored: options.acceptsMirroredOrientations, name: "imageEmbedder",
      delegate: delegate
    ) { delegate, embedder, result, time, error in
      delegate.imageEmbedder(
        embedder, didFinishEmbedding: result, timestampInMilliseconds: time, error: error)
    }
    super.init()
    engine.belong(to: self)
  }

  /// Embeds an image.
  ///
  /// - Parameter image: The image.
  /// - Returns: The embedding of each output.
  /// - Throws: An `NSError` when the embedder is in another mode or the image cannot be used.
  public func embed(image: MPImage) throws -> ImageEmbedderResult {
    try embed(image: image, processing: ImageProcessingOptions())
  }

  /// Embeds a part of an image.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - regionOfInterest: The part, in shares of the width and height of the image as stored; the
  ///     zero rectangle means the whole image.
  /// - Returns: The embedding of each output.
  /// - Throws: An `NSError` when the embedder is in another mode or the image or the region cannot
  ///   be used.
  public func embed(
    image: MPImage, regionOfInterest: CGRect
  ) throws -> ImageEmbedderResult {
    try embed(
      image: image, processing: ImageProcessingOptions(regionOfInterest: regionOfInterest))
  }

  /// Embeds a part of an image after turning it; not part of the upstream API.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - processing: Region of interest and rotation.
  /// - Returns: The embedding of each output.
  /// - Throws: An `NSError` when the embedder is in another mode or something cannot be used.
  public func embed(
    image: MPImage, processing: ImageProcessingOptions
  ) throws -> ImageEmbedderResult {
    try engine.image(image, processing)
  }

  /// Embeds a frame of a video.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  /// - Returns: The embedding of each output.
  /// - Throws: An `NSError` when the embedder is in another mode, the time does not increase or the
  ///   frame cannot be used.
  public func embed(
    videoFrame: MPImage, timestampInMilliseconds: Int
  ) throws -> ImageEmbedderResult {
    try embed(
      videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions())
  }

  /// Embeds a part of a frame of a video.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - regionOfInterest: The part, in shares of width and height; zero means the whole frame.
  /// - Returns: The embedding of each output.
  /// - Throws: An `NSError` when the embedder is in another mode, the time does not increase or the
  ///   frame or the region cannot be used.
  public func embed(
    videoFrame: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws -> ImageEmbedderResult {
    try embed(
      videoFrame: videoFrame, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions(regionOfInterest: regionOfInterest))
  }

  /// Embeds a part of a frame after turning it; not part of the upstream API.
  ///
  /// - Parameters:
  ///   - videoFrame: The decoded frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - processing: Region of interest and rotation.
  /// - Returns: The embedding of each output.
  /// - Throws: An `NSError` when the embedder is in another mode, the time does not increase or
  ///   something cannot be used.
  public func embed(
    videoFrame: MPImage, timestampInMilliseconds: Int, processing: ImageProcessingOptions
  ) throws -> ImageEmbedderResult {
    try engine.videoFrame(videoFrame, at: timestampInMilliseconds, processing)
  }

  /// Takes a frame of a live stream; the result goes to the delegate.
  ///
  /// While the embedder is busy one frame waits, the newest; others are dropped.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  /// - Throws: An `NSError` when the embedder is in another mode, the time does not increase or the
  ///   frame cannot be used.
  public func embedAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try embedAsync(
      image: image, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions())
  }

  /// Takes a frame of a live stream and embeds a part of it; the result goes to the delegate.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - regionOfInterest: The part, in shares of width and height; zero means the whole frame.
  /// - Throws: An `NSError` when the embedder is in another mode, the time does not increase or the
  ///   frame or the region cannot be used.
  public func embedAsync(
    image: MPImage, timestampInMilliseconds: Int, regionOfInterest: CGRect
  ) throws {
    try embedAsync(
      image: image, timestampInMilliseconds: timestampInMilliseconds,
      processing: ImageProcessingOptions(regionOfInterest: regionOfInterest))
  }

  /// Takes a frame of a live stream and embeds a part of it after turning it; not part of the
  /// upstream API.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, later than that of every frame before it.
  ///   - processing: Region of interest and rotation.
  /// - Throws: An `NSError` when the embedder is in another mode, the time does not increase or
  ///   something cannot be used.
  public func embedAsync(
    image: MPImage, timestampInMilliseconds: Int, processing: ImageProcessingOptions
  ) throws {
    try engine.submit(image, at: timestampInMilliseconds, processing)
  }

  /// How similar two embeddings are: the cosine of the angle between them, −1 to 1.
  ///
  /// - Parameters:
  ///   - embedding1: An embedding.
  ///   - embedding2: Another one of the same length; both of floats or both quantised.
  /// - Returns: The cosine, computed in double precision.
  /// - Throws: An `NSError` when the embeddings cannot be compared: they are empty, of different kinds or
  ///   lengths, or one has no direction.
  public class func cosineSimilarity(
    embedding1: Embedding, embedding2: Embedding
  ) throws -> NSNumber {
    NSNumber(value: try CosineSimilarity.compute(embedding1, embedding2))
  }
}
