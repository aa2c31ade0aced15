public import Foundation

/// Receives the results of an `ImageEmbedder` in live stream mode.
public protocol ImageEmbedderLiveStreamDelegate: NSObjectProtocol {
  /// A frame was embedded, or failed; called on a serial queue of the embedder's own.
  ///
  /// - Parameters:
  ///   - imageEmbedder: Whose result it is.
  ///   - result: The embeddings, or nil after a failure.
  ///   - timestampInMilliseconds: The frame's time; `Int.min` after a failure.
  ///   - error: The failure, or nil.
  func imageEmbedder(
    _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?,
    timestampInMilliseconds: Int, error: (any Error)?)
}

extension ImageEmbedderLiveStreamDelegate {
  /// The method is optional: by default results are dropped.
  public func imageEmbedder(
    _ imageEmbedder: ImageEmbedder, didFinishEmbedding result: ImageEmbedderResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {}
}
