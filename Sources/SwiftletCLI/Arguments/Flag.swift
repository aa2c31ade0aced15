/// A flag as the parser and the help text see it.
package struct FlagSyntax: Sendable {
  /// The name with its dashes.
  package let name: String
  /// What the help calls the value; nil for a switch, which takes none.
  package let value: String?
  /// Whether every occurrence counts, instead of the last one.
  package let isRepeatable: Bool
  /// What it does.
  package let help: String
}

/// A flag with a value, and how text becomes that value.
package struct Flag<Value: Sendable>: Sendable {
  package let syntax: FlagSyntax
  /// What the value has to be, in words that follow "is not".
  let expectation: String
  let parse: @Sendable (String) -> Value?

  /// Makes a flag whose values are read by `parse`.
  package init(
    _ name: String, _ value: String, repeatable: Bool = false, is expectation: String,
    help: String, parse: @escaping @Sendable (String) -> Value?
  ) {
    syntax = FlagSyntax(name: name, value: value, isRepeatable: repeatable, help: help)
    self.expectation = expectation
    self.parse = parse
  }
}

/// A flag without value.
package struct Switch: Sendable {
  package let syntax: FlagSyntax

  /// Makes a switch.
  package init(_ name: String, help: String) {
    syntax = FlagSyntax(name: name, value: nil, isRepeatable: false, help: help)
  }
}

extension Flag where Value == String {
  /// A flag that takes any text, also an empty one.
  init(text name: String, _ value: String, repeatable: Bool = false, help: String) {
    self.init(name, value, repeatable: repeatable, is: "a text", help: help) { $0 }
  }
}

extension Flag where Value == Int {
  /// A flag that takes a decimal integer.
  init(integer name: String, _ value: String, help: String) {
    self.init(name, value, is: "a whole number", help: help) { Int($0) }
  }
}

extension Flag where Value == Float {
  /// A flag that takes a finite number.
  init(number name: String, _ value: String, help: String) {
    self.init(name, value, is: "a number", help: help, parse: finiteNumber)
  }
}

extension Flag where Value == [Float] {
  /// A flag that takes finite numbers separated by commas.
  init(numbers name: String, _ value: String, count: Int? = nil, help: String) {
    let expectation = count.map { "\($0) numbers separated by commas" }
    self.init(
      name, value, is: expectation ?? "a number, or several separated by commas", help: help
    ) { text in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { finiteNumber(String($0)) }
      guard numbers.count == parts.count, count == nil || numbers.count == count else { return nil }
      return numbers
    }
  }
}

extension Flag where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// A flag that takes one of a few words.
  init(choice name: String, help: String) {
    let words = Value.allCases.map(\.rawValue)
    self.init(
      name, words.joined(separator: "|"), is: "one of \(words.joined(separator: ", "))", help: help
    ) { Value(rawValue: $0) }
  }
}

/// The number that a text spells in decimal, or nil where it is none or not finite.
@Sendable private func finiteNumber(_ text: String) -> Float? {
  // Swift also reads hexadecimal floats, which nobody means here.
  guard !text.contains(where: { $0 == "x" || $0 == "X" }) else { return nil }
  guard let number = Float(text), number.isFinite else { return nil }
  return number
}
