public import Foundation

/// Something that an image shows.
public final class ImageLabel: NSObject, Sendable {
  /// What it is; empty where neither the model nor a file beside it has labels.
  public let text: String

  /// How sure the model is, from 0 to 1 by convention.
  public let confidence: Float

  /// The model's class.
  public let index: Int

  init(text: String, confidence: Float, index: Int) {
    self.text = text
    self.confidence = confidence
    self.index = index
  }

  /// Index, text and confidence.
  public override var description: String {
    "index: \(index), text: \(text), confidence: \(confidence)"
  }
}
