internal import Foundation
internal import SwiftletFormat

/// An opened model with its metadata and the files that follow it.
struct ModelResources: Sendable {
  let model: Model
  /// The metadata of the main subgraph, or nil where the model has none.
  let metadata: SubgraphMetadata?
  /// The associated files; without metadata they are not looked for.
  let files: AssociatedFiles?
  /// How large label files may be.
  let limits: ModelLimits

  /// Opens the model; every fault becomes an error in upstream's words.
  init(_ options: BaseOptions) throws {
    let path = options.modelAssetPath ?? ""
    guard !path.isEmpty else {
      throw NSError.invalidModel(
        "ExternalFile must specify at least one of 'file_content', 'file_name', "
          + "'file_pointer_meta' or 'file_descriptor_meta'.")
    }
    limits = options.modelLimits
    do {
      model = try Model(contentsOf: path, limits: options.modelLimits)
    } catch {
      throw Self.taskError(error, path: path)
    }
    do {
      metadata = try model.metadata()?.subgraphs.first
      files = metadata == nil ? nil : try model.associatedFiles(limits: limits)
    } catch {
      throw Self.taskError(error)
    }
  }

  /// The main graph.
  var graph: Subgraph { model.subgraphs[0] }

  /// The metadata of an input, or nil where the model has no metadata.
  func inputMetadata(_ index: Int) throws -> TensorMetadata? {
    guard let metadata else { return nil }
    guard metadata.inputs.indices.contains(index) else {
      throw NSError.invalidModel("Tensor index is out of range.")
    }
    return metadata.inputs[index]
  }

  /// The metadata of an output, or nil where the model has none.
  func outputMetadata(_ index: Int) -> TensorMetadata? {
    metadata.flatMap { $0.outputs.indices.contains(index) ? $0.outputs[index] : nil }
  }

  /// The text of an associated file.
  func text(of file: AssociatedFile) throws -> String {
    let name = file.name ?? ""
    guard let files else {
      throw NSError.engine(.notFoundError, "No associated file with name: \(name)")
    }
    do {
      return try files.text(of: name)
    } catch {
      throw Self.taskError(error)
    }
  }

  private static func taskError(_ error: ModelError, path: String) -> NSError {
    switch error.kind {
    case .unreadable(ENOENT):
      .engine(.notFoundError, "Unable to open file at \(path)")
    case .unreadable(EACCES), .unreadable(EPERM):
      .engine(.permissionDeniedError, "Unable to open file at \(path)")
    case .unreadable(let errno):
      .engine(.unknownError, "Unable to open file at \(path), errno=\(errno)")
    case .notAFile:
      .engine(
        .unknownError, "Unable to open file at \(path), errno=\(EISDIR): \(error.description)")
    case .empty:
      .engine(.unknownError, "Unable to get file size, errno=0: \(error.description)")
    case .notAModel:
      .invalidModel("The model is not a valid Flatbuffer buffer")
    case .damaged, .invalid:
      .invalidModel("The model is not a valid Flatbuffer buffer: \(error.description)")
    case .tooLarge:
      .engine(.resourceExhaustedError, error.description)
    case .unsupportedVersion:
      Self.buildError(error.description)
    }
  }

  /// A model that is sound but that the engine cannot run.
  static func buildError(_ reason: String) -> NSError {
    .engine(
      .unknownError,
      "Could not build model from the provided pre-loaded flatbuffer: \(reason)")
  }

  private static func taskError(_ error: MetadataError) -> NSError {
    let code: TasksErrorCode =
      switch error.kind {
      case .invalidArgument: .invalidArgumentError
      case .notFound: .notFoundError
      case .unknown: .unknownError
      }
    return .engine(code, error.description)
  }
}

extension TensorMetadata {
  /// The only process unit for which `pick` gives a value, or nil where there is none.
  func processUnit<Value>(
    _ name: String, _ pick: (ProcessUnit) -> Value?
  ) throws -> Value? {
    let found = processUnits.compactMap(pick)
    guard found.count <= 1 else {
      throw NSError.invalidModel(
        "Found multiple ProcessUnits with type=\(name), expected at most one.")
    }
    return found.first
  }
}
