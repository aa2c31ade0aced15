/// A value of a FlexBuffer: the schema-less format in which custom operators keep their options.
public indirect enum FlexValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case float(Double)
  /// A name, as in a map.
  case key(String)
  case string(String)
  case blob([UInt8])
  /// Elements of any kind; typed vectors are read into the same form.
  case vector([FlexValue])
  case map([String: FlexValue])

  /// The value of a key, or nil where this is no map or lacks it.
  public subscript(key: String) -> FlexValue? {
    guard case .map(let entries) = self else { return nil }
    return entries[key]
  }

  /// The number as an integer, floats without their fraction; nil where it is none or does not fit.
  public var integer: Int? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .int(let value): Int(exactly: value)
    case .uint(let value): Int(exactly: value)
    case .float(let value): Int(exactly: value.rounded(.towardZero))
    default: nil
    }
  }

  /// The number as a float, or nil where it is none.
  public var double: Double? {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .int(let value): Double(value)
    case .uint(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }

  /// The number as a truth value, or nil where it is none.
  public var bool: Bool? {
    double.map { $0 != 0 }
  }

  /// The text of a string or key, or nil where it is neither.
  public var text: String? {
    switch self {
    case .string(let text), .key(let text): text
    default: nil
    }
  }

  /// The elements of a vector, or nil where it is none.
  public var elements: [FlexValue]? {
    guard case .vector(let elements) = self else { return nil }
    return elements
  }
}

/// Why bytes are no sound FlexBuffer.
package struct FlexBufferError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The byte at which the fault was found.
  package let offset: Int
  /// What is wrong, in words that follow the place.
  package let problem: String

  /// One sentence without a final period.
  package var description: String { "FlexBuffer, byte \(offset): \(problem)" }
}

/// How much work a FlexBuffer may cause; vectors can be shared, so that a few bytes may describe
/// very many values.
package struct FlexBufferLimits: Sendable, Hashable {
  /// How deep vectors and maps may be nested.
  package var depth: Int
  /// How many values there may be.
  package var values: Int
  /// How many bytes texts and blobs may take together.
  package var bytes: Int

  /// Makes limits.
  package init(depth: Int = 64, values: Int = 1_000_000, bytes: Int = 64 << 20) {
    self.depth = depth
    self.values = values
    self.bytes = bytes
  }
}
