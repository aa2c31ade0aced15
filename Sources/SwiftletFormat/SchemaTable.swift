package import SwiftletFlatBuffers

/// An error that can say that a buffer is no sound FlatBuffer.
package protocol DamageError: Error {
  init(_ error: FlatBufferError)
}

/// A FlatBuffer table whose faults are thrown as the error of whoever reads it.
package struct SchemaTable<Failure: DamageError>: ~Escapable {
  private let table: FlatBufferTable

  @_lifetime(copy table)
  package init(_ table: FlatBufferTable) {
    self.table = table
  }

  /// The first byte of the table in its buffer.
  package var position: Int { table.position }

  package func int(
    _ id: Int, _ field: String, as stored: StoredInteger, default absent: Int = 0
  ) throws(Failure) -> Int {
    do {
      return try table.integer(id, field, as: stored, default: absent)
    } catch { throw Failure(error) }
  }

  package func bool(
    _ id: Int, _ field: String, default absent: Bool = false
  ) throws(Failure) -> Bool {
    do { return try table.bool(id, field, default: absent) } catch { throw Failure(error) }
  }

  package func float(
    _ id: Int, _ field: String, default absent: Float = 0
  ) throws(Failure) -> Float {
    do { return try table.float(id, field, default: absent) } catch { throw Failure(error) }
  }

  package func has(_ id: Int, _ field: String) throws(Failure) -> Bool {
    do { return try table.has(id, field) } catch { throw Failure(error) }
  }

  package func string(_ id: Int, _ field: String) throws(Failure) -> String? {
    do { return try table.string(id, field) } catch { throw Failure(error) }
  }

  package func strings(_ id: Int, _ field: String) throws(Failure) -> [String] {
    do { return try table.strings(id, field) } catch { throw Failure(error) }
  }

  package func bytes(_ id: Int, _ field: String) throws(Failure) -> Range<Int>? {
    do { return try table.bytes(id, field) } catch { throw Failure(error) }
  }

  package func ints(
    _ id: Int, _ field: String, as stored: StoredInteger
  ) throws(Failure) -> [Int] {
    do { return try table.integers(id, field, as: stored) } catch { throw Failure(error) }
  }

  package func floats(_ id: Int, _ field: String) throws(Failure) -> [Float] {
    do { return try table.floats(id, field) } catch { throw Failure(error) }
  }

  package func bools(_ id: Int, _ field: String) throws(Failure) -> [Bool] {
    do { return try table.bools(id, field) } catch { throw Failure(error) }
  }

  @_lifetime(copy self)
  package func table(
    _ id: Int, _ field: String, name: String
  ) throws(Failure) -> SchemaTable<Failure>? {
    do {
      guard let found = try table.table(id, field, name: name) else { return nil }
      return SchemaTable(found)
    } catch { throw Failure(error) }
  }

  @_lifetime(copy self)
  package func tables(
    _ id: Int, _ field: String, name: String
  ) throws(Failure) -> SchemaTables<Failure>? {
    do {
      guard let found = try table.tables(id, field, name: name) else { return nil }
      return SchemaTables(found)
    } catch { throw Failure(error) }
  }

  /// Counts bytes that a field stands for against the buffer's limit of copied bytes.
  package func charge(_ byteCount: Int, _ field: String) throws(Failure) {
    do { try table.charge(byteCount, field, at: position) } catch { throw Failure(error) }
  }

  /// The error for a field that must be there.
  package func missing(_ field: String) -> Failure {
    Failure(table.fault(field, .missing))
  }
}

/// A vector of tables whose faults are thrown as the error of whoever reads it.
package struct SchemaTables<Failure: DamageError>: ~Escapable {
  private let tables: FlatBufferTables

  @_lifetime(copy tables)
  package init(_ tables: FlatBufferTables) {
    self.tables = tables
  }

  /// The number of tables.
  package var count: Int { tables.count }

  /// The table at an index below `count`.
  @_lifetime(copy self)
  package func table(at index: Int) throws(Failure) -> SchemaTable<Failure> {
    do {
      return SchemaTable(try tables.table(at: index))
    } catch { throw Failure(error) }
  }
}
