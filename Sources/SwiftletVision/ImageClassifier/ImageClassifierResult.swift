internal import Foundation

/// What an image shows: the categories of each head of the classifier.
#if canImport(ObjectiveC)
@objc(MPPImageClassifierResult)
#endif
public final class ImageClassifierResult: TaskResult, @unchecked Sendable {
  /// The categories of all heads.
  public let classificationResult: ClassificationResult

  /// A result at a time.
  public init(classificationResult: ClassificationResult, timestampInMilliseconds: Int) {
    self.classificationResult = classificationResult
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// The result in the shape that the guides print.
  public override var description: String {
    (["ImageClassifierResult:"] + classificationResult.lines).joined(separator: "\n")
  }
}
