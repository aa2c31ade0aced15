package import SwiftletFlatBuffers

/// Why a model's metadata or associated files cannot be used.
///
/// A model runs without them, so that they are read only when they are asked for.
public struct MetadataError: Error, Sendable, Hashable {
  /// What sort of fault it is.
  public let kind: Kind
  /// What is wrong; for common faults in the words of MediaPipe.
  public let description: String

  /// Sorts of faults, named as the status codes of MediaPipe.
  public enum Kind: Sendable, Hashable {
    /// The metadata is malformed, or of another version.
    case invalidArgument
    /// Something that the metadata refers to is absent.
    case notFound
    /// The archive of associated files cannot be read.
    case unknown
  }

  /// Makes an error.
  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }
}

extension MetadataError: CustomStringConvertible {}

extension MetadataError: DamageError {
  package init(_ error: FlatBufferError) {
    self.init(
      .invalidArgument,
      "The model's metadata is damaged (\(error)); add the metadata to the model again.")
  }
}
