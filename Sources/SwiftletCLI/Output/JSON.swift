/// A JSON value whose members keep their order, so that equal results print equal lines.
package enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int)
  case unsigned(UInt64)
  case float(Float)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A key and its value.
  package struct Member: Sendable, Hashable {
    package var key: String
    package var value: JSON
  }

  /// A string, or `null` for nil.
  package static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  /// A list of integers.
  package static func integers(_ values: [Int]) -> JSON { .array(values.map(JSON.integer)) }

  /// A list of strings.
  package static func strings(_ values: [String]) -> JSON { .array(values.map(JSON.string)) }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object with members in the order written.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSON: CustomStringConvertible {
  /// The value on one line.
  package var description: String {
    var text = ""
    append(to: &text)
    return text
  }

  private func append(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    // Swift describes floating-point numbers by the shortest digits that round-trip.
    case .float(let value): text += value.isFinite ? value.description : "null"
    case .double(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): Self.appendQuoted(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.append(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.appendQuoted(member.key, to: &text)
        text += ":"
        member.value.append(to: &text)
      }
      text += "}"
    }
  }

  private static func appendQuoted(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // JSON admits the last three, but many readers take them for the end of a line.
      case _ where scalar.value < 0x20 || scalar.value == 0x7F, "\u{85}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
