internal import Foundation

/// The files that AutoML exports: a manifest that names a model and its labels beside it.
///
///     {"modelFile": "model.tflite", "labelsFile": "dict.txt", "modelType": "IMAGE_LABELING"}
package struct ModelManifest: Sendable {
  let modelPath: String
  /// A file with one label a line, in the order of the model's classes.
  let labelsPath: String

  /// Reads a manifest, and sees whether its files are there.
  ///
  /// - Parameter path: The manifest.
  /// - Throws: An `NSError` whose failure reason says what is wrong.
  init(contentsOf path: String) throws {
    let bytes: [UInt8]
    do {
      bytes = try OpenFile.contents(of: path, limit: 1 << 20)
    } catch {
      throw Self.invalid(path, error.sentence)
    }
    try self.init(bytes, path: path)
  }

  /// Takes the bytes of a manifest, and sees whether its files are there.
  ///
  /// - Parameters:
  ///   - bytes: A JSON object.
  ///   - path: Where the manifest lies.
  /// - Throws: An `NSError` whose failure reason says what is wrong.
  package init(_ bytes: [UInt8], path: String) throws {
    func invalid(_ reason: String) -> NSError { Self.invalid(path, reason) }
    guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)),
      let manifest = object as? [String: Any]
    else { throw invalid("The manifest is not a JSON object.") }
    if let type = manifest["modelType"], type as? String != "IMAGE_LABELING" {
      throw invalid("The manifest's modelType is \"\(type)\" instead of \"IMAGE_LABELING\".")
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    func file(_ key: String) throws -> String {
      guard let name = manifest[key] as? String, !name.isEmpty else {
        throw invalid("The manifest has no \(key).")
      }
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      guard !name.hasPrefix("/"), !parts.contains(".."), !name.utf8.contains(0) else {
        throw invalid("The manifest's \(key) is \"\(name)\", which is not beside the manifest.")
      }
      let file = folder.appendingPathComponent(name).path
      guard (try? OpenFile(file, O_RDONLY).isRegular()) == true else {
        throw invalid("The manifest's \(key), \(file), is not a file that can be read.")
      }
      return file
    }
    modelPath = try file("modelFile")
    labelsPath = try file("labelsFile")
  }

  private static func invalid(_ path: String, _ reason: String) -> NSError {
    .mlKit(.internal, "Local model path (\(path)) is invalid.", reason: reason)
  }
}
