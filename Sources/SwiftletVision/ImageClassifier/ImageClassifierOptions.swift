public import Foundation

/// How an `ImageClassifier` is set up.
#if canImport(ObjectiveC)
@objc(MPPImageClassifierOptions)
#endif
public final class ImageClassifierOptions: CategoryTaskOptions {
  /// Single images, video frames or a live stream.
  public var runningMode = RunningMode.image

  /// Who receives the results of a live stream; required there, forbidden otherwise.
  public weak var imageClassifierLiveStreamDelegate: (any ImageClassifierLiveStreamDelegate)?

  /// Options with their defaults.
  public override init() {}

  /// An independent copy.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ImageClassifierOptions()
    copyCategoryOptions(into: copy)
    copy.runningMode = runningMode
    copy.imageClassifierLiveStreamDelegate = imageClassifierLiveStreamDelegate
    return copy
  }
}
