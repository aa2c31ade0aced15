public import Foundation

/// How an `ObjectDetector` is set up.
#if canImport(ObjectiveC)
@objc(MPPObjectDetectorOptions)
#endif
public final class ObjectDetectorOptions: CategoryTaskOptions {
  /// Single images, video frames or a live stream.
  public var runningMode = RunningMode.image

  /// Who receives the results of a live stream; required there, forbidden otherwise.
  public weak var objectDetectorLiveStreamDelegate: (any ObjectDetectorLiveStreamDelegate)?

  /// Options with their defaults.
  public override init() {}

  /// An independent copy.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ObjectDetectorOptions()
    copyCategoryOptions(into: copy)
    copy.runningMode = runningMode
    copy.objectDetectorLiveStreamDelegate = objectDetectorLiveStreamDelegate
    return copy
  }
}
