internal import Foundation

extension NSError {
  /// The domain of the errors that tasks throw.
  static let tasksDomain = "com.google.mediapipe.tasks"

  /// An error of the API's own layer: a plain sentence.
  static func task(_ code: TasksErrorCode, _ text: String) -> NSError {
    NSError(
      domain: tasksDomain, code: Int(code.rawValue), userInfo: [NSLocalizedDescriptionKey: text])
  }

  /// An error of the engine: the sentence follows the code's canonical name.
  static func engine(_ code: TasksErrorCode, _ text: String) -> NSError {
    task(code, "\(code.canonicalName): \(text)")
  }

  /// An engine error for an argument or a model that cannot be used.
  static func invalidModel(_ text: String) -> NSError { engine(.invalidArgumentError, text) }
}
