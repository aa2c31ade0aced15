/// A vector of tables, opened one by one.
package struct FlatBufferTables: ~Escapable {
  private let owner: FlatBufferTable
  private let field: String
  private let elementName: String
  private let first: Int
  /// The number of tables; each takes four bytes of the buffer, so it is never beyond its size.
  package let count: Int

  @_lifetime(copy owner)
  init(owner: FlatBufferTable, field: String, elementName: String, first: Int, count: Int) {
    self.owner = owner
    self.field = field
    self.elementName = elementName
    self.first = first
    self.count = count
  }

  /// The table at an index.
  ///
  /// - Precondition: `index` is below `count`.
  @_lifetime(copy self)
  package func table(at index: Int) throws(FlatBufferError) -> FlatBufferTable {
    precondition(index >= 0 && index < count, "The index is outside the vector.")
    let start = try owner.target(ofSlot: first + 4 * index, field)
    return try FlatBufferTable(
      at: start, of: owner.bytes, name: elementName, depth: owner.depth + 1, budget: owner.budget)
  }
}
