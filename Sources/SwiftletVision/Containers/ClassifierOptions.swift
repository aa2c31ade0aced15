public import Foundation

/// The options that classifying tasks share; the vision tasks have properties of their own instead.
#if canImport(ObjectiveC)
@objc(MPPClassifierOptions)
#endif
public final class ClassifierOptions: NSObject, NSCopying {
  /// The language of display names; nil for the default.
  public var displayNamesLocale: String?

  /// How many categories to return at most; negative for all.
  public var maxResults = -1

  /// The least score to return.
  public var scoreThreshold: Float = 0

  /// The only category names to return; nil or empty for all.
  public var categoryAllowlist: [String]?

  /// The category names to leave out.
  public var categoryDenylist: [String]?

  /// Options with their defaults.
  public override init() {}

  /// An independent copy.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = ClassifierOptions()
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.scoreThreshold = scoreThreshold
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    return copy
  }
}
