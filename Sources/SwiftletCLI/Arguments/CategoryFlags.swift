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
  let maxResults: Int?
  let scoreThreshold: Float?
  let allowed: [String]
  let denied: [String]
  let locale: String?

  init(_ arguments: ParsedArguments) throws(CommandError) {
    maxResults = try arguments.value(of: CategoryFlags.maxResults)
    scoreThreshold = try arguments.value(of: CategoryFlags.scoreThreshold)
    allowed = try arguments.values(of: CategoryFlags.allow)
    denied = try arguments.values(of: CategoryFlags.deny)
    locale = try arguments.value(of: CategoryFlags.locale)
  }
}
