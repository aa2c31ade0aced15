/// Every object of a FlatBuffer that a schema leads to: where it lies and what it is.
///
/// Objects that several others share are told once. What is damaged is left out and named in
/// `faults`; the work is bounded by the limits, whatever the bytes claim.
package struct FlatBufferWalk: Sendable {
  /// A run of bytes with one meaning.
  package struct Object: Sendable, Hashable {
    /// What objects there are.
    package enum Kind: String, Sendable {
      case header, vtable, table, vector, string
    }

    /// The first byte in the buffer.
    package let offset: Int
    /// The number of bytes.
    package let length: Int
    package let kind: Kind
    /// What it is and whose, as in `shape of Tensor 3 of SubGraph 0`.
    package let label: String
  }

  /// The objects in the order in which they were met.
  package private(set) var objects: [Object] = []
  /// What could not be followed, as far as `faultLimit`.
  package private(set) var faults: [FlatBufferError] = []
  /// Fields in use that writers should no longer use: the field and its table.
  package private(set) var deprecatedFields: [String] = []

  /// How many faults are kept.
  package static let faultLimit = 100

  private var seen: Set<Int> = []
  private var fieldLists: [Int: FieldList] = [:]
  /// The references that may still be followed; vectors may overlap, so that a small buffer could
  /// ask for very many.
  private var references: Int

  /// The list of field positions that tables share.
  private struct FieldList {
    let name: String
    let byteCount: Int
    var uses = 1
  }

  /// Walks a buffer from its root.
  ///
  /// - Parameters:
  ///   - bytes: The buffer.
  ///   - root: The root table.
  ///   - identifier: What bytes 4 to 7 spell; nil where the schema has no identifier.
  ///   - limits: How much work the buffer may cause.
  package init(
    of bytes: RawSpan, root: FlatBufferSchema, identifier: String?,
    limits: FlatBufferLimits = .init()
  ) {
    references = limits.tables
    do throws(FlatBufferError) {
      let table = try FlatBufferTable(
        rootOf: bytes, name: root.name, identifier: identifier, limits: limits)
      add(0, 4, .header, "offset of \(root.name)")
      if let identifier { add(4, 4, .header, "identifier \(identifier)") }
      seen.insert(table.position)
      follow(table, root, called: root.name, path: "")
    } catch {
      faults.append(error)
    }
    for (offset, list) in fieldLists.sorted(by: { $0.key < $1.key }) {
      let uses = list.uses == 1 ? "one table" : "\(list.uses) tables"
      add(offset, list.byteCount, .vtable, "fields of \(list.name), used by \(uses)")
    }
  }

  private mutating func add(_ offset: Int, _ length: Int, _ kind: Object.Kind, _ label: String) {
    objects.append(Object(offset: offset, length: length, kind: kind, label: label))
  }

  private mutating func note(_ error: FlatBufferError) {
    if faults.count < Self.faultLimit { faults.append(error) }
  }

  /// Takes one reference of those that may be followed.
  private mutating func spend() -> Bool {
    guard references > 0 else { return false }
    references -= 1
    return true
  }

  /// Tells a table and all that it leads to.
  ///
  /// `path` names the table in the labels of its parts, with ` of ` before it.
  private mutating func follow(
    _ table: borrowing FlatBufferTable, _ schema: FlatBufferSchema, called label: String,
    path: String
  ) {
    add(table.position, table.byteCount, .table, label)
    if fieldLists[table.fields] == nil {
      fieldLists[table.fields] = FieldList(name: schema.name, byteCount: table.fieldsByteCount)
    } else {
      fieldLists[table.fields]?.uses += 1
    }
    for field in schema.fields {
      do throws(FlatBufferError) {
        try follow(field, of: table, path: path)
      } catch {
        note(error)
      }
    }
  }

  private mutating func follow(
    _ field: FlatBufferSchema.Field, of table: borrowing FlatBufferTable, path: String
  ) throws(FlatBufferError) {
    let label = field.name + path
    if case .scalar(let byteCount) = field.content {
      let isThere = try table.location(field.id, field.name, width: byteCount) != nil
      if isThere, field.isDeprecated { deprecatedFields.append(label) }
      return
    }
    guard let start = try table.target(field.id, field.name) else { return }
    if field.isDeprecated { deprecatedFields.append(label) }
    switch field.content {
    case .scalar: break
    case .table(let schema): try descend(to: start, schema, from: table, number: nil, path: path)
    case .union(let schemas):
      let number = try table.integer(field.id - 1, "\(field.name)_type", as: .uint8)
      // Kinds that came after this schema are skipped, as unions ask for.
      guard number > 0, number <= schemas.count else { return }
      try descend(to: start, schemas[number - 1], from: table, number: nil, path: path)
    case .string, .strings, .scalars, .block, .tables:
      guard seen.insert(start).inserted else { return }
      try tellVector(field, at: start, of: table, label: label, path: path)
    }
  }

  private mutating func tellVector(
    _ field: FlatBufferSchema.Field, at start: Int, of table: borrowing FlatBufferTable,
    label: String, path: String
  ) throws(FlatBufferError) {
    switch field.content {
    case .scalar, .table, .union: break
    case .string: try tellString(at: start, field.name, of: table, label)
    case .block:
      _ = try table.elements(at: start, field.name, elementByteCount: 1)
      add(start, 4, .vector, "count of \(label)")
    case .scalars(let byteCount):
      let count = try table.elements(at: start, field.name, elementByteCount: byteCount).count
      add(start, 4 + count * byteCount, .vector, label)
    case .strings:
      let (first, count) = try table.elements(at: start, field.name, elementByteCount: 4)
      add(start, 4 + 4 * count, .vector, label)
      for index in 0..<count {
        guard spend() else { return }
        let target = try table.target(ofSlot: first + 4 * index, field.name)
        guard seen.insert(target).inserted else { continue }
        try tellString(at: target, field.name, of: table, "\(field.name) \(index)\(path)")
      }
    case .tables(let schema):
      let (first, count) = try table.elements(at: start, field.name, elementByteCount: 4)
      add(start, 4 + 4 * count, .vector, label)
      for index in 0..<count {
        guard spend() else { return }
        do throws(FlatBufferError) {
          let target = try table.target(ofSlot: first + 4 * index, field.name)
          try descend(to: target, schema, from: table, number: index, path: path)
        } catch {
          note(error)
        }
      }
    }
  }

  private mutating func tellString(
    at start: Int, _ field: String, of table: borrowing FlatBufferTable, _ label: String
  ) throws(FlatBufferError) {
    let (first, count) = try table.elements(at: start, field, elementByteCount: 1)
    guard table.bytes.integer(at: first + count) == UInt8(0) else {
      throw table.fault(field, at: start, .unterminatedString)
    }
    add(start, 4 + count + 1, .string, label)
  }

  private mutating func descend(
    to start: Int, _ schema: FlatBufferSchema, from table: borrowing FlatBufferTable, number: Int?,
    path: String
  ) throws(FlatBufferError) {
    guard seen.insert(start).inserted, spend() else { return }
    let found = try FlatBufferTable(
      at: start, of: table.bytes, name: schema.name, depth: table.depth + 1, budget: table.budget)
    let label = schema.name + (number.map { " \($0)" } ?? "") + path
    follow(found, schema, called: label, path: " of \(label)")
  }
}
