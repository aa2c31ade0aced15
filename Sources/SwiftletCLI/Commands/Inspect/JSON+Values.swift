internal import SwiftletFlatBuffers
internal import SwiftletFormat

extension JSON {
  /// The value of an operator's option.
  init(_ value: OptionValue) {
    switch value {
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .integer(value)
    case .float(let value): self = .float(value)
    case .string(let value): self = .string(value)
    case .list(let values): self = .array(values.map { JSON($0) })
    }
  }
}

extension JSON {
  /// The value of a FlexBuffer, maps sorted by key.
  init(_ value: FlexValue) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .integer(Int(value))
    case .uint(let value): self = .unsigned(value)
    case .float(let value): self = .double(value)
    case .key(let text), .string(let text): self = .string(text)
    case .blob(let bytes): self = .array(bytes.map { .integer(Int($0)) })
    case .vector(let values): self = .array(values.map { JSON($0) })
    case .map(let entries):
      self = .object(
        entries.sorted { $0.key < $1.key }.map { Member(key: $0.key, value: JSON($0.value)) })
    }
  }
}

extension JSON: ExpressibleByStringLiteral {
  /// A string.
  package init(stringLiteral value: String) {
    self = .string(value)
  }
}
