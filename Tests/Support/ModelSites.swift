/// A place in a model's file that holds one scalar, the elements of a vector, or a vector's count.
package struct Site {
  /// What the numbers there mean, which says what to put in their place.
  package enum Role {
    /// Indices of tensors, −1 for none.
    case tensorIndex(count: Int)
    /// An index into another list.
    case index(count: Int)
    case dimension
    case elementType
    case float
    case scalar
    /// The contents of a buffer.
    case content
    /// The number of a vector's elements.
    case elementCount
    /// Where a table keeps a field; 0 leaves it out.
    case fieldPosition
  }

  package let role: Role
  package let offset: Int
  /// The bytes of an element.
  package let width: Int
  package let count: Int

  /// Makes a place.
  package init(role: Role, offset: Int, width: Int, count: Int) {
    self.role = role
    self.offset = offset
    self.width = width
    self.count = count
  }
}

/// Walks a model by its schema and lists what can be changed in place.
///
/// Bytes that make no sense are passed over, as inputs may be broken already.
package struct ModelSites {
  private let bytes: [UInt8]
  package private(set) var sites: [Site] = []
  private var budget = 20_000

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let root = word(0), let model = table(root) else { return }
    let buffers = tables(model, 4)
    for code in tables(model, 1) { addOperatorCode(code) }
    for buffer in buffers { addVector(buffer, 0, .content, width: 1) }
    let subgraphs = tables(model, 2)
    for subgraph in subgraphs {
      addSubgraph(
        subgraph, buffers: buffers.count, codes: tables(model, 1).count)
    }
    addVector(model, 5, .scalar, width: 4)
  }

  private mutating func addOperatorCode(_ code: Table) {
    addScalar(code, 0, .scalar, width: 1)
    addScalar(code, 2, .scalar, width: 4)
    addScalar(code, 3, .scalar, width: 4)
  }

  private mutating func addSubgraph(_ subgraph: Table, buffers: Int, codes: Int) {
    let tensors = tables(subgraph, 0)
    for tensor in tensors { addTensor(tensor, buffers: buffers) }
    let index = Site.Role.tensorIndex(count: tensors.count)
    addVector(subgraph, 1, index, width: 4)
    addVector(subgraph, 2, index, width: 4)
    for node in tables(subgraph, 3) {
      addScalar(node, 0, .index(count: codes), width: 4)
      addVector(node, 1, index, width: 4)
      addVector(node, 2, index, width: 4)
      addScalar(node, 3, .scalar, width: 1)
      addVector(node, 5, .content, width: 1)
      addVector(node, 7, .scalar, width: 1)
      addVector(node, 8, index, width: 4)
      addScalar(node, 11, .scalar, width: 1)
      for options in [4, 12] {
        guard let options = pointer(node, options).flatMap(table) else { continue }
        addUnknownScalars(options)
      }
      addFieldPositions(node)
    }
  }

  private mutating func addTensor(_ tensor: Table, buffers: Int) {
    addVector(tensor, 0, .dimension, width: 4)
    addScalar(tensor, 1, .elementType, width: 1)
    addScalar(tensor, 2, .index(count: buffers), width: 4)
    addScalar(tensor, 5, .scalar, width: 1)
    addVector(tensor, 7, .dimension, width: 4)
    addFieldPositions(tensor)
    if let quantization = pointer(tensor, 4).flatMap(table) {
      addVector(quantization, 2, .float, width: 4)
      addVector(quantization, 3, .scalar, width: 8)
      addScalar(quantization, 6, .scalar, width: 4)
      addFieldPositions(quantization)
      if let details = pointer(quantization, 5).flatMap(table) { addUnknownScalars(details) }
    }
    guard let sparsity = pointer(tensor, 6).flatMap(table) else { return }
    addVector(sparsity, 0, .scalar, width: 4)
    addVector(sparsity, 1, .scalar, width: 4)
    for dimension in tables(sparsity, 2) {
      addScalar(dimension, 0, .scalar, width: 1)
      addScalar(dimension, 1, .dimension, width: 4)
      for list in [3, 5] {
        guard let list = pointer(dimension, list).flatMap(table) else { continue }
        addVector(list, 0, .scalar, width: 4)
      }
    }
  }
}

// MARK: - Reading

extension ModelSites {
  /// A table by its position and that of its list of fields.
  private struct Table {
    let position: Int
    let fields: Int
    let fieldCount: Int
  }

  private func word(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  private func half(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
  }

  private func table(_ position: Int) -> Table? {
    guard let distance = word(position) else { return nil }
    let fields = position - Int(Int32(truncatingIfNeeded: distance))
    guard let byteCount = half(fields), byteCount >= 4, byteCount < 200,
      fields <= bytes.count - byteCount
    else { return nil }
    return Table(position: position, fields: fields, fieldCount: (byteCount - 4) / 2)
  }

  private func place(_ table: Table, _ id: Int) -> Int? {
    guard id < table.fieldCount, let offset = half(table.fields + 4 + 2 * id), offset > 0 else {
      return nil
    }
    return table.position + offset
  }

  private func pointer(_ table: Table, _ id: Int) -> Int? {
    guard let place = place(table, id), let distance = word(place) else { return nil }
    return place + distance
  }

  private mutating func tables(_ table: Table, _ id: Int) -> [Table] {
    guard let start = pointer(table, id), let count = word(start) else { return [] }
    var found: [Table] = []
    for index in 0..<min(count, 200) where budget > 0 {
      budget -= 1
      let slot = start + 4 + 4 * index
      guard let distance = word(slot), let table = self.table(slot + distance) else { continue }
      found.append(table)
    }
    return found
  }

  private mutating func addScalar(_ table: Table, _ id: Int, _ role: Site.Role, width: Int) {
    guard let place = place(table, id), place <= bytes.count - width else { return }
    sites.append(Site(role: role, offset: place, width: width, count: 1))
  }

  private mutating func addVector(_ table: Table, _ id: Int, _ role: Site.Role, width: Int) {
    guard let start = pointer(table, id), let count = word(start),
      count <= (bytes.count - start - 4) / width
    else { return }
    sites.append(Site(role: .elementCount, offset: start, width: 4, count: 1))
    guard count > 0 else { return }
    sites.append(Site(role: role, offset: start + 4, width: width, count: count))
  }

  /// The scalars of a table of options, whose widths follow from the gaps between its fields.
  private mutating func addUnknownScalars(_ table: Table) {
    let places = (0..<table.fieldCount).compactMap { place(table, $0) }
    for place in places {
      let next = places.filter { $0 > place }.min() ?? place + 4
      let width = next - place >= 8 ? 8 : next - place >= 4 ? 4 : 1
      guard place <= bytes.count - width else { continue }
      sites.append(Site(role: .scalar, offset: place, width: width, count: 1))
    }
    addFieldPositions(table)
  }

  private mutating func addFieldPositions(_ table: Table) {
    guard table.fieldCount > 0 else { return }
    sites.append(
      Site(role: .fieldPosition, offset: table.fields + 4, width: 2, count: table.fieldCount))
  }
}
