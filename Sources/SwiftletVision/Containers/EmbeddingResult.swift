public import Foundation

/// The embeddings of all outputs of an embedder.
#if canImport(ObjectiveC)
@objc(MPPEmbeddingResult)
#endif
public final class EmbeddingResult: NSObject, Sendable {
  /// One element for each output tensor, in the model's order.
  public let embeddings: [Embedding]

  /// When the frame was taken, in milliseconds.
  public let timestampInMilliseconds: Int

  /// A result from its parts.
  public init(embeddings: [Embedding], timestampInMilliseconds: Int) {
    self.embeddings = embeddings
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  /// The lines of a printed result.
  var lines: [String] {
    embeddings.enumerated().flatMap { $1.lines(number: $0, isOnly: embeddings.count == 1) }
  }

  /// All embeddings, one property a line.
  public override var description: String { lines.joined(separator: "\n") }
}
