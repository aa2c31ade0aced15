internal import Foundation
internal import SwiftletFormat
internal import SwiftletRuntime

/// Opening models, and sentences about what they and the engine refuse.
enum ModelFile {
  /// Loads a model.
  static func open(_ path: String) throws(CommandError) -> Model {
    try load(path) { path throws(ModelError) in try Model(contentsOf: path) }
  }

  /// Reads a model to look at, whether or not it could run.
  static func read(_ path: String) throws(CommandError) -> ModelReading {
    try load(path) { path throws(ModelError) in try ModelReading(contentsOf: path) }
  }

  private static func load<Loaded>(
    _ path: String, _ body: (String) throws(ModelError) -> Loaded
  ) throws(CommandError) -> Loaded {
    guard !path.isEmpty else {
      throw .failure(
        .invalidArgument, "The path of the model is empty; give the path of a .tflite file.")
    }
    do throws(ModelError) {
      return try body(path)
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
    let code: Failure.Code
    switch error {
    case .unsupported(let nodes):
      self = .failure(Failure(unsupported: nodes, model: path))
      return
    case .unavailable: code = .unimplemented
    case .tooLarge: code = .resourceExhausted
    case .invalidNode, .invalidInput: code = .invalidArgument
    }
    self = .failure(code, ModelFile.located(error.description, at: path))
  }

  /// A run that failed.
  init(_ error: RunError, model path: String) {
    self = .failure(.invalidArgument, ModelFile.located(error.description, at: path))
  }
}

extension Failure {
  /// How many operators are told one by one; nobody reads more.
  private static let listed = 1000

  /// The operators that cannot be run, each of them with what can be done about it.
  init(unsupported nodes: [UnsupportedNode], model path: String) {
    let title = ModelFile.located(
      "The model needs \(counted(nodes.count, "operator")) that this version cannot run:", at: path)
    var lines = nodes.prefix(Self.listed).map { "\($0); \($0.remedy)" }
    if nodes.count > Self.listed {
      lines.append(
        "\(nodes.count - Self.listed) more, which \"swiftlet inspect \(path)\" lists")
    }
    self.init(
      .unimplemented, "\(title) \(lines.joined(separator: ". ")).",
      listing: nodes.count > 1 ? Listing(title: title, lines: lines) : nil)
  }
}
