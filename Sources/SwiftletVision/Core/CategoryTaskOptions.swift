public import Foundation

/// What tasks that report categories have in common.
open class CategoryTaskOptions: TaskOptions {
  /// The language of display names, as the model's label files spell it; nil means `en`.
  ///
  /// The empty string takes the first label file whatever its language.
  public var displayNamesLocale: String?

  /// How many results to return at most, of each head for a classifier; negative for all, 0 is an error.
  public var maxResults = -1

  /// The least score to return; it replaces the threshold in the model's metadata.
  ///
  /// Until it is set it reads 0, and the metadata's threshold holds, if there is one.
  public var scoreThreshold: Float {
    get { givenScoreThreshold ?? 0 }
    set { givenScoreThreshold = newValue }
  }

  /// What `scoreThreshold` was set to, if it was.
  var givenScoreThreshold: Float?

  /// The least score where neither the caller nor the metadata has one; nil for any.
  package var fallbackScoreThreshold: Float?

  /// The only category names to return; unknown names and duplicates are ignored.
  ///
  /// If all names are unknown, all categories are returned.
  public var categoryAllowlist: [String] = []

  /// The category names to leave out; unknown names and duplicates are ignored.
  public var categoryDenylist: [String] = []

  /// A file with one label a line that replaces those of the model; not part of the upstream API.
  public var labelsPath: String?

  /// Options with their defaults.
  public override init() {}

  /// An independent copy.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CategoryTaskOptions()
    copyCategoryOptions(into: copy)
    return copy
  }

  /// Copies the properties of this class and its base, for the copies of derived ones.
  final func copyCategoryOptions(into copy: CategoryTaskOptions) {
    copyTaskOptions(into: copy)
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.givenScoreThreshold = givenScoreThreshold
    copy.fallbackScoreThreshold = fallbackScoreThreshold
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    copy.labelsPath = labelsPath
  }
}
