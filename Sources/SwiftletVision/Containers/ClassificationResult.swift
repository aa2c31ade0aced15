public import Foundation

/// The categories of all heads of a classifier.
#if canImport(ObjectiveC)
@objc(MPPClassificationResult)
#endif
public final class ClassificationResult: NSObject, Sendable {
  /// One element for each output tensor, in the model's order.
  public let classifications: [Classifications]

  /// When the frame was taken, in milliseconds.
  public let timestampInMilliseconds: Int

  /// A result from its parts.
  public init(classifications: [Classifications], timestampInMilliseconds: Int) {
    self.classifications = classifications
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  /// The lines of a printed result.
  var lines: [String] {
    classifications.flatMap { $0.lines(isOnly: classifications.count == 1) }
  }

  /// All heads and categories, one property a line.
  public override var description: String { lines.joined(separator: "\n") }
}
