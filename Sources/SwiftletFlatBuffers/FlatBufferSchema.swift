/// A table of a schema stated as data, so that one walk serves every schema.
package struct FlatBufferSchema: Sendable {
  /// The table's name.
  package let name: String
  /// The fields that are known; others are not followed.
  package let fields: [Field]

  /// Makes a table from its fields.
  package init(_ name: String, _ fields: [Field]) {
    self.name = name
    self.fields = fields
  }

  /// A field of a table.
  package struct Field: Sendable {
    /// The number, which tells its place in the list of positions.
    package let id: Int
    /// The name.
    package let name: String
    /// What it holds.
    package let content: Content
    /// Whether writers should no longer use it.
    package let isDeprecated: Bool

    /// Makes a field.
    package init(_ id: Int, _ name: String, _ content: Content, isDeprecated: Bool = false) {
      self.id = id
      self.name = name
      self.content = content
      self.isDeprecated = isDeprecated
    }
  }

  /// What a field holds.
  package indirect enum Content: Sendable {
    /// A number inside the table.
    case scalar(byteCount: Int)
    case string
    /// A vector of strings.
    case strings
    /// A vector of numbers.
    case scalars(byteCount: Int)
    /// A vector of bytes that the owner of the buffer tells apart; the walk tells only its count.
    case block
    case table(FlatBufferSchema)
    /// A vector of tables.
    case tables(FlatBufferSchema)
    /// A table whose kind is the number in the field before; the first kind has number 1.
    case union([FlatBufferSchema])
  }
}
