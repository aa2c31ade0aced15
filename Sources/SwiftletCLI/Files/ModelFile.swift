internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime

/// Opening models, and sentences about what they and the engine refuse.
enum ModelFile {
  /// Loads a model.
  static func open(_ path: String) throws(CommandError) -> Model {
    guard !path.isEmpty else {
      throw .failure(
        .invalidArgument, "The path of the model is empty; give the path of a .tflite file.")
    }
    do throws(ModelError) {
      return try Model(contentsOf: path)
    } catch {
      let code: Failure.Code =
        switch error.kind {
        case .unreadable(ENOENT), .unreadable(ENOTDIR): .notFound
        case .unreadable(EACCES), .unreadable(EPERM): .permissionDenied
        case .unreadable: .unknown
        case .unsupportedVersion: .unimplemented
        default: .invalidArgument
        }
      throw .failure(code, located(error.description, at: path))
    }
  }

  /// A sentence that names a file, unless it does already.
  static func located(_ sentence: String, at path: String) -> String {
    path.isEmpty || sentence.contains(path) ? sentence : "\(path): \(sentence)"
  }
}

extension CommandError {
  /// A model that cannot be planned.
  init(_ error: PlanError, model path: String) {
    let code: Failure.Code =
      switch error {
      case .unsupported, .unavailable: .unimplemented
      case .tooLarge: .resourceExhausted
      case .invalidNode, .invalidInput: .invalidArgument
      }
    self = .failure(code, ModelFile.located(Self.sentence(error, model: path), at: path))
  }

  /// The error's own sentence, shortened where it would list dozens of operators.
  private static func sentence(_ error: PlanError, model path: String) -> String {
    let limit = 4
    guard case .unsupported(let nodes) = error, nodes.count > limit else {
      return error.description
    }
    let first = nodes.prefix(limit).map(\.description).joined(separator: "; ")
    return "The model needs \(nodes.count) operators that this version cannot run: \(first); and "
      + "\(nodes.count - limit) more, which \"swiftlet inspect \(path)\" lists."
  }

  /// A run that failed.
  init(_ error: RunError, model path: String) {
    self = .failure(.invalidArgument, ModelFile.located(error.description, at: path))
  }
}
