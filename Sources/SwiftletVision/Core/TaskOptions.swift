public import Foundation

/// What the options of all tasks have in common.
#if canImport(ObjectiveC)
@objc(MPPTaskOptions)
#endif
open class TaskOptions: NSObject, NSCopying {
  private var storedBaseOptions = BaseOptions()

  /// Model and engine; assigning stores a copy, reading gives the live object.
  public var baseOptions: BaseOptions {
    get { storedBaseOptions }
    set { storedBaseOptions = newValue.copy() as? BaseOptions ?? newValue }
  }

  /// The mean to subtract from input values 0…255: one number, or one for each channel.
  ///
  /// Not part of the upstream API. Mean and deviation replace the model's metadata; giving both also
  /// admits int8 inputs, int8 outputs and models with one input channel, which upstream refuses.
  public var inputMean: [Float]?

  /// The standard deviation to divide by after subtracting the mean.
  public var inputStd: [Float]?

  /// Whether images may have mirrored orientations, as those of front cameras do.
  ///
  /// Not part of the upstream API, which refuses them. Tasks then flip the image left to right before
  /// they turn it; regions of interest and results still refer to the pixels as stored.
  public var acceptsMirroredOrientations = false

  /// Whether to do what upstream's iOS layer does where this package deviates for good reason.
  ///
  /// Then the score threshold is always applied, 0 unless set, instead of falling back to the
  /// metadata's, and the index of a detection's category is −1 beside a label.
  public var upstreamCompatible = false

  /// Options with their defaults.
  public override init() {}

  /// An independent copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = TaskOptions()
    copyTaskOptions(into: copy)
    return copy
  }

  /// Copies the properties of this class, for the copies of derived ones.
  final func copyTaskOptions(into copy: TaskOptions) {
    copy.baseOptions = baseOptions
    copy.inputMean = inputMean
    copy.inputStd = inputStd
    copy.acceptsMirroredOrientations = acceptsMirroredOrientations
    copy.upstreamCompatible = upstreamCompatible
  }
}
