/// A table of a FlatBuffer, read in place.
///
/// Nothing in the bytes is trusted: each offset is checked against the buffer in 64-bit arithmetic
/// before it is followed, and a fault throws a `FlatBufferError` that names the field. A field is
/// asked for by its number in the schema, with its name for the error. An absent scalar has the
/// default that the caller gives; an absent offset is nil.
package struct FlatBufferTable: ~Escapable {
  /// The whole buffer.
  let bytes: RawSpan
  /// The first byte of the table in the buffer.
  package let position: Int
  /// The table's name in the schema, for errors.
  package let name: String
  let budget: FlatBufferBudget
  let depth: Int
  /// The first byte of the list of field positions (the "vtable").
  let fields: Int
  let fieldsByteCount: Int
  let byteCount: Int

  /// The root table of a buffer.
  ///
  /// - Parameters:
  ///   - bytes: The buffer; bytes after the last table are ignored.
  ///   - name: The root table's name in the schema.
  ///   - identifier: What bytes 4 to 7 must spell, or nil to accept anything.
  ///   - limits: How much work the buffer may cause.
  /// - Throws: A `FlatBufferError` where there is no such table.
  @_lifetime(copy bytes)
  package init(
    rootOf bytes: RawSpan, name: String, identifier: String?, limits: FlatBufferLimits = .init()
  ) throws(FlatBufferError) {
    guard bytes.byteCount >= 8, let root: UInt32 = bytes.integer(at: 0) else {
      throw FlatBufferError(
        table: name, offset: 0, problem: .tooShort(byteCount: bytes.byteCount))
    }
    if let identifier {
      let found = (4..<8).map { bytes.integer(at: $0) ?? UInt8(0) }
      guard found == Array(identifier.utf8) else {
        throw FlatBufferError(
          table: name, offset: 4, problem: .wrongIdentifier(expected: identifier, found: found))
      }
    }
    let position = Int(root)
    guard position >= 4, position <= bytes.byteCount - 4 else {
      throw FlatBufferError(
        table: name, offset: 0,
        problem: .outside(target: position, byteCount: bytes.byteCount))
    }
    try self.init(
      at: position, of: bytes, name: name, depth: 1, budget: FlatBufferBudget(limits: limits))
  }

  @_lifetime(copy bytes)
  init(
    at position: Int, of bytes: RawSpan, name: String, depth: Int, budget: FlatBufferBudget
  ) throws(FlatBufferError) {
    func fault(_ problem: FlatBufferError.Problem, at offset: Int) -> FlatBufferError {
      FlatBufferError(table: name, offset: offset, problem: problem)
    }
    guard depth <= budget.limits.depth else {
      throw fault(.tooDeep(limit: budget.limits.depth), at: position)
    }
    if let problem = budget.visitTable() { throw fault(problem, at: position) }
    guard position % 4 == 0 else { throw fault(.misaligned(alignment: 4), at: position) }
    guard let distance: Int32 = bytes.integer(at: position) else {
      throw fault(.outside(target: position, byteCount: bytes.byteCount), at: position)
    }
    let fields = position - Int(distance)
    guard fields % 2 == 0 else { throw fault(.misaligned(alignment: 2), at: position) }
    guard let fieldsByteCount: UInt16 = bytes.integer(at: fields),
      let byteCount: UInt16 = bytes.integer(at: fields + 2)
    else { throw fault(.outside(target: fields, byteCount: bytes.byteCount), at: position) }
    guard fieldsByteCount >= 4, fieldsByteCount % 2 == 0,
      Int(fieldsByteCount) <= bytes.byteCount - fields
    else { throw fault(.badFieldTable(byteCount: Int(fieldsByteCount)), at: fields) }
    guard byteCount >= 4, Int(byteCount) <= bytes.byteCount - position else {
      throw fault(.badTableSize(byteCount: Int(byteCount)), at: position)
    }
    self.bytes = bytes
    self.position = position
    self.name = name
    self.depth = depth
    self.budget = budget
    self.fields = fields
    self.fieldsByteCount = Int(fieldsByteCount)
    self.byteCount = Int(byteCount)
  }

  /// Where a field of a given width lies in the buffer, or nil where the table leaves it out.
  func location(_ id: Int, _ field: String, width: Int) throws(FlatBufferError)
    -> Int?
  {
    let entry = 4 + 2 * id
    guard entry <= fieldsByteCount - 2 else { return nil }
    guard let stored: UInt16 = bytes.integer(at: fields + entry), stored != 0 else { return nil }
    let start = Int(stored)
    guard start >= 4, start + width <= byteCount else {
      throw fault(
        field, at: fields + entry,
        .fieldOutsideTable(position: start, tableByteCount: byteCount))
    }
    return position + start
  }

  /// Whether the table stores a field.
  package func has(_ id: Int, _ field: String) throws(FlatBufferError) -> Bool {
    try location(id, field, width: 1) != nil
  }

  /// An error about one of this table's fields.
  package func fault(
    _ field: String, at offset: Int? = nil, _ problem: FlatBufferError.Problem
  ) -> FlatBufferError {
    FlatBufferError(table: name, field: field, offset: offset ?? position, problem: problem)
  }
}

extension RawSpan {
  /// The little-endian integer at an offset of any alignment, or nil where it would reach outside.
  @inline(__always)
  package func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int
  ) -> Integer? {
    let size = MemoryLayout<Integer>.size
    guard offset >= 0, offset <= byteCount - size else { return nil }
    // Every bit pattern is a valid integer.
    return unsafe Integer(
      littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: Integer.self))
  }
}
