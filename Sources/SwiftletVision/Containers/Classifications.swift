public import Foundation

/// The categories of one classifier head, that is of one output tensor.
#if canImport(ObjectiveC)
@objc(MPPClassifications)
#endif
public final class Classifications: NSObject, Sendable {
  /// Which output tensor this is.
  public let headIndex: Int

  /// The name of the head in the model's metadata.
  ///
  /// Results of a task carry the empty string when the metadata gives no name.
  public let headName: String?

  /// The categories, best first.
  public let categories: [ResultCategory]

  /// The categories of a head without a name.
  public convenience init(head: Int, categories: [ResultCategory]) {
    self.init(head: head, headName: nil, categories: categories)
  }

  /// The categories of a head.
  public init(head: Int, headName: String?, categories: [ResultCategory]) {
    headIndex = head
    self.headName = headName
    self.categories = categories
  }

  /// The lines of a printed result; `isOnly` when there is no other head.
  func lines(isOnly: Bool) -> [String] {
    let name = isOnly ? "single classification head" : headName ?? ""
    return [" Classifications #\(headIndex)" + (name.isEmpty ? ":" : " (\(name)):")]
      + ["  head index: \(headIndex)"]
      + categories.enumerated().flatMap { $1.lines(number: $0) }
  }

  /// The head and its categories, one property a line.
  public override var description: String { lines(isOnly: false).joined(separator: "\n") }
}
