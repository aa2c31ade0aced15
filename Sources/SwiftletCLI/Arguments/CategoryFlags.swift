internal import SwiftletVision

/// The flags of commands that report categories.
enum CategoryFlags {
  static let maxResults = Flag<Int>(
    integer: "--max-results", "N", help: "the most results (default all)")
  static let scoreThreshold = Flag<Float>(
    number: "--score-threshold", "S", help: "the least score (default the metadata's, else none)")
  static let allow = Flag<String>(
    text: "--allow", "NAME", repeatable: true, help: "only categories of these names")
  static let deny = Flag<String>(
    text: "--deny", "NAME", repeatable: true, help: "no categories of these names")
  static let locale = Flag<String>(
    text: "--locale", "LOCALE", help: "the language of display names (default en)")

  static let all = [
    maxResults.syntax, scoreThreshold.syntax, allow.syntax, deny.syntax, locale.syntax,
  ]
}

/// What the flags about categories say.
struct CategoryChoices {
  private let maxResults: Int?
  private let scoreThreshold: Float?
  private let allowed: [String]
  private let denied: [String]
  private let locale: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    maxResults = try arguments.value(of: CategoryFlags.maxResults)
    scoreThreshold = try arguments.value(of: CategoryFlags.scoreThreshold)
    allowed = try arguments.values(of: CategoryFlags.allow)
    denied = try arguments.values(of: CategoryFlags.deny)
    locale = try arguments.value(of: CategoryFlags.locale)
  }

  /// Hands a task what its flags say about categories.
  func apply(to options: CategoryTaskOptions) {
    if let maxResults { options.maxResults = maxResults }
    if let scoreThreshold { options.scoreThreshold = scoreThreshold }
    options.categoryAllowlist = allowed
    options.categoryDenylist = denied
    options.displayNamesLocale = locale
  }
}
