public import Foundation
public import SwiftletFormat
public import SwiftletRuntime

/// Which model a task runs, and how.
#if canImport(ObjectiveC)
@objc(MPPBaseOptions)
#endif
public final class BaseOptions: NSObject, NSCopying {
  // Clients assign the optional result of `Bundle.main.path(forResource:ofType:)`, which a plain
  // string would refuse; nil is treated as the empty path.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// The path of a `.tflite` file.
  public var modelAssetPath: String! = ""

  /// The processor to run on; every choice runs on the CPU.
  public var delegate = Delegate.CPU

  /// Threads, arithmetic and instruction set of the engine; not part of the upstream API.
  public var planOptions = PlanOptions()

  /// How large the model, its archive and label files may be; not part of the upstream API.
  public var modelLimits = ModelLimits()

  /// Options without a model.
  public override init() {}

  /// An independent copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = BaseOptions()
    copy.modelAssetPath = modelAssetPath
    copy.delegate = delegate
    copy.planOptions = planOptions
    copy.modelLimits = modelLimits
    return copy
  }
}
