/// Why bytes are no sound FlatBuffer: what is wrong, in which field of which table, at which byte.
package struct FlatBufferError: Error, Hashable, Sendable {
  /// The table's name in the schema.
  package let table: String
  /// The field's name in the schema; empty where the table itself is at fault.
  package let field: String
  /// The first byte of what is wrong, counted from the start of the buffer.
  package let offset: Int
  /// What is wrong.
  package let problem: Problem

  /// Makes an error from its parts.
  package init(table: String, field: String = "", offset: Int, problem: Problem) {
    self.table = table
    self.field = field
    self.offset = offset
    self.problem = problem
  }

  /// The rules that a buffer can break.
  package enum Problem: Hashable, Sendable {
    /// The buffer has no room for a root offset and an identifier.
    case tooShort(byteCount: Int)
    /// Bytes 4 to 7 name another kind of file.
    case wrongIdentifier(expected: String, found: [UInt8])
    /// An offset leads outside the buffer.
    case outside(target: Int, byteCount: Int)
    /// An offset is zero, so that it points at itself.
    case pointsAtItself
    /// A table, a field table or a count does not start at a multiple of its alignment.
    case misaligned(alignment: Int)
    /// The list of field positions is shorter than its header, odd, or leads outside the buffer.
    case badFieldTable(byteCount: Int)
    /// The table is shorter than its header, or leads outside the buffer.
    case badTableSize(byteCount: Int)
    /// A field lies outside its table.
    case fieldOutsideTable(position: Int, tableByteCount: Int)
    /// A vector has more elements than the buffer has room for.
    case vectorTooLong(count: Int, elementByteCount: Int)
    /// A string does not end in a zero byte.
    case unterminatedString
    /// A field that must be there is not.
    case missing
    /// Tables are nested deeper than allowed.
    case tooDeep(limit: Int)
    /// More tables are visited than allowed.
    case tooManyTables(limit: Int)
    /// More bytes are copied out of vectors and strings than allowed.
    case tooManyBytes(limit: Int)
  }
}

extension FlatBufferError: CustomStringConvertible {
  /// One sentence without a final period: where, then what.
  package var description: String {
    let place = field.isEmpty ? "table \(table)" : "table \(table), field \(field)"
    return "\(place), byte \(offset): \(problem)"
  }
}

extension FlatBufferError.Problem: CustomStringConvertible {
  /// What is wrong, in words that follow the place.
  package var description: String {
    switch self {
    case .tooShort(let count):
      "the \(count) bytes have no room for a header"
    case .wrongIdentifier(let expected, let found):
      "the identifier is \(Self.quoted(found)) instead of \"\(expected)\""
    case .outside(let target, let count):
      "it leads to byte \(target), outside the \(count) bytes"
    case .pointsAtItself:
      "its offset is zero"
    case .misaligned(let alignment):
      "it does not start at a multiple of \(alignment)"
    case .badFieldTable(let count):
      "its list of fields claims \(count) bytes"
    case .badTableSize(let count):
      "it claims \(count) bytes"
    case .fieldOutsideTable(let position, let count):
      "it lies at byte \(position) of a table of \(count) bytes"
    case .vectorTooLong(let count, let size):
      "it claims \(count) elements of \(size) bytes, more than the buffer holds"
    case .unterminatedString:
      "its text has no terminating zero"
    case .missing:
      "it is missing"
    case .tooDeep(let limit):
      "tables are nested more than \(limit) deep"
    case .tooManyTables(let limit):
      "there are more than \(limit) tables"
    case .tooManyBytes(let limit):
      "vectors and strings take more than \(limit) bytes"
    }
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    let text = bytes.map { byte in
      (0x20..<0x7F).contains(byte) ? String(UnicodeScalar(byte)) : "\\\(byte)"
    }
    return "\"\(text.joined())\""
  }
}
