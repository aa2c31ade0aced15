public import Foundation

/// How an `ImageEmbedder` is set up.
#if canImport(ObjectiveC)
@objc(MPPImageEmbedderOptions)
#endif
public final class ImageEmbedderOptions: TaskOptions {
  /// Single images, video frames or a live stream.
  public var runningMode = RunningMode.image

  /// Who receives the results of a live stream; required there, forbidden otherwise.
  public weak var imageEmbedderLiveStreamDelegate: (any ImageEmbedderLiveStreamDelegate)?

  /// Whether embeddings are scaled to length 1, unless the model does so itself.
  public var l2Normalize = false

  /// Whether elements become signed bytes, 128 to the unit.
  ///
  /// Elements outside −1…1 saturate, so `l2Normalize` belongs with it.
  public var quantize = false

  /// Options with their defaults.
  public override init() {}

  /// An independent copy.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ImageEmbedderOptions()
    copyTaskOptions(into: copy)
    copy.runningMode = runningMode
    copy.imageEmbedderLiveStreamDelegate = imageEmbedderLiveStreamDelegate
    copy.l2Normalize = l2Normalize
    copy.quantize = quantize
    return copy
  }
}
