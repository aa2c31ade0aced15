package import SwiftletFlatBuffers

/// Why a file cannot be loaded as a model: what is wrong, where, and what to do about it.
public struct ModelError: Error, Sendable, Hashable {
  /// What sort of fault it is, for callers that act on it.
  public let kind: Kind
  /// One sentence that says what is wrong, where, and what to do.
  public let description: String

  /// Sorts of faults.
  public enum Kind: Sendable, Hashable {
    /// The system does not let the file be read; the number is its `errno`.
    case unreadable(errno: Int32)
    /// The path names a folder or a device.
    case notAFile
    /// The file has no bytes.
    case empty
    /// The file, or what it describes, is larger than the limits allow.
    case tooLarge
    /// The bytes are something other than a TensorFlow Lite model.
    case notAModel
    /// The bytes began as a model, but an offset or a size in them is broken.
    case damaged
    /// The schema's version is not 3.
    case unsupportedVersion
    /// The structure is sound, but a value in it is not.
    case invalid
  }

  /// Makes an error.
  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// A value that the schema or the runtime rules out.
  static func invalid(_ description: String) -> ModelError { ModelError(.invalid, description) }
}

extension ModelError: CustomStringConvertible {}

extension ModelError: DamageError {
  package init(_ error: FlatBufferError) {
    switch error.problem {
    case .tooManyTables, .tooManyBytes, .tooDeep:
      self.init(.tooLarge, "The model exceeds a limit (\(error)); raise ModelLimits to load it.")
    default:
      self.init(
        .damaged, "The model is damaged (\(error)); download it or convert it again.")
    }
  }
}
