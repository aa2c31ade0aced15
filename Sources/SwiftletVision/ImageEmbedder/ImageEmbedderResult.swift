internal import Foundation

/// The vectors that describe an image: one for each output of the embedder.
#if canImport(ObjectiveC)
@objc(MPPImageEmbedderResult)
#endif
public final class ImageEmbedderResult: TaskResult, @unchecked Sendable {
  /// The embeddings of all outputs.
  public let embeddingResult: EmbeddingResult

  /// A result at a time; nil stands for no embeddings.
  public init(embeddingResult: EmbeddingResult?, timestampInMilliseconds: Int) {
    self.embeddingResult =
      embeddingResult
      ?? EmbeddingResult(embeddings: [], timestampInMilliseconds: timestampInMilliseconds)
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// The result in the shape that the guides print.
  public override var description: String {
    (["ImageEmbedderResult:"] + embeddingResult.lines).joined(separator: "\n")
  }
}
