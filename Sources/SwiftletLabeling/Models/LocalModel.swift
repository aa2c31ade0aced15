public import Foundation

/// An image classification model on this device.
public final class LocalModel: NSObject, Sendable {
  /// The `.tflite` file.
  public let path: String

  /// The manifest that names model and labels; nil for a model on its own.
  public let manifestPath: String?

  /// A model on its own, whose labels are in its metadata.
  ///
  /// - Parameter path: A `.tflite` file.
  public init(path: String) {
    self.path = path
    manifestPath = nil
  }

  /// A model with a manifest, as AutoML exports it.
  ///
  /// Nil when the manifest is missing or invalid, or its files are not there.
  ///
  /// - Parameter manifestPath: The `manifest.json` beside model and labels.
  public init?(manifestPath: String) {
    guard let manifest = try? ModelManifest(contentsOf: manifestPath) else { return nil }
    path = manifest.modelPath
    self.manifestPath = manifestPath
  }
}

/// A model on this device that was trained with AutoML: its exported folder.
public final class AutoMLImageLabelerLocalModel: NSObject, Sendable {
  /// The `manifest.json` beside model and labels.
  public let manifestPath: String

  /// The `.tflite` file that the manifest names; empty where it names none that is there.
  public var path: String { (try? ModelManifest(contentsOf: manifestPath).modelPath) ?? "" }

  /// A model with a manifest; what is wrong with it shows when a labeler looks at an image.
  ///
  /// - Parameter manifestPath: The `manifest.json` beside model and labels.
  public init(manifestPath: String) {
    self.manifestPath = manifestPath
  }
}
