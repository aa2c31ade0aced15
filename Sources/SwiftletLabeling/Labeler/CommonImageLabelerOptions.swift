public import Foundation
public import SwiftletRuntime

/// What the options of all labelers have in common.
public class CommonImageLabelerOptions: NSObject {
  /// The least confidence of labels to return, from 0 to 1.
  ///
  /// Nil, and a number beyond that range, mean the default of the kind of options.
  public var confidenceThreshold: NSNumber?

  /// Who knows where downloaded models are; not part of the upstream API.
  public var modelManager = ModelManager.modelManager()

  /// Threads, arithmetic and instruction set of the engine; not part of the upstream API.
  public var planOptions = PlanOptions()

  /// The mean to subtract from input values 0…255, instead of the metadata's: one number, or one for
  /// each channel; not part of the upstream API.
  public var inputMean: [Float]?

  /// The standard deviation to divide by after subtracting the mean; not part of the upstream API.
  public var inputStd: [Float]?

  /// A file with one label a line, instead of the model's labels; not part of the upstream API.
  public var labelsPath: String?

  /// Which model.
  let source: ModelSource

  init(_ source: ModelSource) {
    self.source = source
  }

  /// The threshold where the caller sets none; nil for the metadata's.
  var defaultThreshold: Float? { 0.5 }

  /// The most labels; nil for all.
  var resultLimit: Int? { nil }

  /// The threshold that the caller set, if it makes sense.
  var givenThreshold: Float? {
    confidenceThreshold.map(\.floatValue).flatMap { (0...1).contains($0) ? $0 : nil }
  }
}

/// Where a labeler's model comes from.
enum ModelSource: Sendable {
  /// A `.tflite` file on its own.
  case file(String)
  /// An exported folder, by its manifest.
  case manifest(String)
  /// A downloaded model.
  case remote(RemoteModel)
  /// The model for everyday things that upstream brings along.
  case base
}

/// How to label with a model that was trained with AutoML.
///
/// The threshold is 0.5 unless set; all labels that reach it are returned.
public final class AutoMLImageLabelerOptions: CommonImageLabelerOptions {
  /// Options for a model on this device.
  public init(localModel: AutoMLImageLabelerLocalModel) {
    super.init(.manifest(localModel.manifestPath))
  }

  /// Options for a downloaded model.
  public init(remoteModel: AutoMLImageLabelerRemoteModel) {
    super.init(.remote(remoteModel))
  }
}

/// How to label with an image classification model of any origin.
///
/// The threshold is that of the model's metadata, else 0, unless set.
public final class CustomImageLabelerOptions: CommonImageLabelerOptions {
  /// The most labels to return; numbers that are not positive mean 10, which is the default.
  public var maxResultCount = 10

  /// Options for a model on this device.
  public init(localModel: LocalModel) {
    super.init(localModel.manifestPath.map { .manifest($0) } ?? .file(localModel.path))
  }

  /// Options for a downloaded model.
  public init(remoteModel: CustomRemoteModel) {
    super.init(.remote(remoteModel))
  }

  override var defaultThreshold: Float? { nil }

  override var resultLimit: Int? { maxResultCount > 0 ? maxResultCount : 10 }
}

/// How to label with the base model.
///
/// Upstream's base model is not free to be shipped: the model is the one that `SWIFTLET_DEFAULT_MODEL`
/// names. The threshold is 0.5 unless set.
public final class ImageLabelerOptions: CommonImageLabelerOptions {
  /// Options for the base model.
  public init() {
    super.init(.base)
  }
}
