internal import Foundation

/// Which classes of an output may be returned.
struct CategoryFilter: Sendable {
  /// The classes that the lists name; nil when they name none, so that everything may be returned.
  private let named: Set<Int>?
  private let isAllowlist: Bool

  /// Resolves names to classes; unknown names are ignored.
  ///
  /// - Precondition: At most one list has names, see `check`.
  init(allowlist: [String], denylist: [String], labels: [String]) throws {
    isAllowlist = !allowlist.isEmpty
    let names = Set(isAllowlist ? allowlist : denylist)
    guard !names.isEmpty else {
      named = nil
      return
    }
    guard !labels.isEmpty else {
      throw NSError.invalidModel(
        "Using `category_allowlist` or `category_denylist` requires labels to be present in the "
          + "TFLite Model Metadata but none was found.")
    }
    let classes = Set(labels.indices.filter { names.contains(labels[$0]) })
    named = classes.isEmpty ? nil : classes
  }

  /// Refuses options that contradict each other.
  ///
  /// - Parameters:
  ///   - maxResults: How many results are asked for.
  ///   - allowlist: The names to return.
  ///   - denylist: The names to leave out.
  ///   - endsInPeriod: Whether the text about `maxResults` does; upstream's tasks differ.
  /// - Throws: An `NSError` in upstream's words.
  static func check(
    maxResults: Int, allowlist: [String], denylist: [String], endsInPeriod: Bool = true
  ) throws {
    guard maxResults != 0 else {
      throw NSError.invalidModel(
        "Invalid `max_results` option: value must be != 0" + (endsInPeriod ? "." : ""))
    }
    guard allowlist.isEmpty || denylist.isEmpty else {
      throw NSError.invalidModel(
        "`category_allowlist` and `category_denylist` are mutually exclusive options.")
    }
  }

  /// Whether a class may be returned.
  func allows(_ index: Int) -> Bool {
    guard let named else { return true }
    return named.contains(index) == isAllowlist
  }
}
