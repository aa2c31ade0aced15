public import Foundation

/// One class with its score.
#if canImport(ObjectiveC)
@objc(MPPCategory)
#endif
public final class ResultCategory: NSObject, Sendable {
  /// The position in the label file and the output tensor; −1 when it is not set.
  public let index: Int

  /// How sure the model is, usually 0…1.
  public let score: Float

  /// The label, or nil when the model has no label file.
  public let categoryName: String?

  /// The label in the language that was asked for, or nil when there is none.
  public let displayName: String?

  /// A category from its parts.
  public init(index: Int, score: Float, categoryName: String?, displayName: String?) {
    self.index = index
    self.score = score
    self.categoryName = categoryName
    self.displayName = displayName
  }

  /// The lines that a printed result has for category `number`, in the shape of the guides.
  func lines(number: Int) -> [String] {
    var lines = ["  category #\(number):"]
    if let categoryName { lines.append("   category name: \"\(categoryName)\"") }
    if let displayName { lines.append("   display name: \"\(displayName)\"") }
    lines.append("   score: " + String(format: "%.5f", Double(score)))
    lines.append("   index: \(index)")
    return lines
  }

  /// All properties on one line.
  public override var description: String {
    lines(number: 0).dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
      .joined(separator: ", ")
  }
}
