extension FlatBufferTable {
  /// Where an offset field leads, or nil where the table leaves it out.
  ///
  /// Four bytes can be read there.
  func target(_ id: Int, _ field: String) throws(FlatBufferError) -> Int? {
    guard let slot = try location(id, field, width: 4) else { return nil }
    return try target(ofSlot: slot, field)
  }

  /// Where the offset stored at `slot` leads.
  func target(ofSlot slot: Int, _ field: String) throws(FlatBufferError) -> Int {
    guard let distance: UInt32 = bytes.integer(at: slot) else {
      throw fault(field, at: slot, .outside(target: slot, byteCount: bytes.byteCount))
    }
    guard distance != 0 else { throw fault(field, at: slot, .pointsAtItself) }
    let target = slot + Int(distance)
    guard target <= bytes.byteCount - 4 else {
      throw fault(field, at: slot, .outside(target: target, byteCount: bytes.byteCount))
    }
    return target
  }

  /// The elements of the vector whose count is at `start`: the first byte, and how many there are.
  func elements(
    at start: Int, _ field: String, elementByteCount: Int
  ) throws(FlatBufferError) -> (start: Int, count: Int) {
    guard start % 4 == 0 else { throw fault(field, at: start, .misaligned(alignment: 4)) }
    guard let count: UInt32 = bytes.integer(at: start) else {
      throw fault(field, at: start, .outside(target: start, byteCount: bytes.byteCount))
    }
    guard Int(count) <= (bytes.byteCount - start - 4) / elementByteCount else {
      throw fault(
        field, at: start,
        .vectorTooLong(count: Int(count), elementByteCount: elementByteCount))
    }
    return (start + 4, Int(count))
  }

  /// Counts bytes against the buffer's limit before they are copied.
  package func charge(
    _ byteCount: Int, _ field: String, at offset: Int
  ) throws(FlatBufferError) {
    if let problem = budget.copy(bytes: byteCount) { throw fault(field, at: offset, problem) }
  }

  /// The text of the string at `start`; ill-formed UTF-8 is repaired.
  func text(at start: Int, _ field: String) throws(FlatBufferError) -> String {
    let (first, count) = try elements(at: start, field, elementByteCount: 1)
    guard bytes.integer(at: first + count) == UInt8(0) else {
      throw fault(field, at: start, .unterminatedString)
    }
    try charge(count, field, at: start)
    return unsafe bytes.withUnsafeBytes {
      unsafe String(decoding: $0[first..<first + count], as: UTF8.self)
    }
  }

  /// A string, or nil where the table leaves it out.
  package func string(_ id: Int, _ field: String) throws(FlatBufferError) -> String? {
    guard let start = try target(id, field) else { return nil }
    return try text(at: start, field)
  }

  /// Where a vector of bytes lies in the buffer, or nil where the table leaves it out.
  package func bytes(_ id: Int, _ field: String) throws(FlatBufferError) -> Range<Int>? {
    guard let start = try target(id, field) else { return nil }
    let (first, count) = try elements(at: start, field, elementByteCount: 1)
    return first..<first + count
  }

  /// The integers of a vector, as the file stores them; empty where the table leaves it out.
  package func integers(
    _ id: Int, _ field: String, as stored: StoredInteger
  ) throws(FlatBufferError) -> [Int] {
    guard let start = try target(id, field) else { return [] }
    let (first, count) = try elements(at: start, field, elementByteCount: stored.byteCount)
    try charge(count * MemoryLayout<Int>.size, field, at: start)
    return stored.integers(in: bytes, from: first, count: count)
  }

  /// The values of a vector of `float`; empty where the table leaves it out.
  package func floats(_ id: Int, _ field: String) throws(FlatBufferError) -> [Float] {
    guard let start = try target(id, field) else { return [] }
    let (first, count) = try elements(at: start, field, elementByteCount: 4)
    try charge(count * MemoryLayout<Int>.size, field, at: start)
    // The initializer would write to the storage that all empty arrays share.
    guard count > 0 else { return [] }
    // Inside the span, as `elements` has checked.
    return unsafe [Float](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe bytes.withUnsafeBytes { source in
        for index in 0..<count {
          let stored = unsafe source.loadUnaligned(
            fromByteOffset: first + 4 * index, as: UInt32.self)
          unsafe target.initializeElement(
            at: index, to: Float(bitPattern: UInt32(littleEndian: stored)))
        }
      }
      initialized = count
    }
  }

  /// The values of a vector of `bool`; empty where the table leaves it out.
  package func bools(_ id: Int, _ field: String) throws(FlatBufferError) -> [Bool] {
    try integers(id, field, as: .uint8).map { $0 != 0 }
  }

  /// The texts of a vector of strings; empty where the table leaves it out.
  package func strings(_ id: Int, _ field: String) throws(FlatBufferError) -> [String] {
    guard let start = try target(id, field) else { return [] }
    let (first, count) = try elements(at: start, field, elementByteCount: 4)
    try charge(count * MemoryLayout<String>.size, field, at: start)
    var texts: [String] = []
    texts.reserveCapacity(count)
    for index in 0..<count {
      texts.append(try text(at: try target(ofSlot: first + 4 * index, field), field))
    }
    return texts
  }

  /// A table, or nil where this one leaves it out.
  @_lifetime(copy self)
  package func table(
    _ id: Int, _ field: String, name: String
  ) throws(FlatBufferError) -> FlatBufferTable? {
    guard let start = try target(id, field) else { return nil }
    return try FlatBufferTable(at: start, of: bytes, name: name, depth: depth + 1, budget: budget)
  }

  /// A vector of tables, or nil where this one leaves it out.
  @_lifetime(copy self)
  package func tables(
    _ id: Int, _ field: String, name: String
  ) throws(FlatBufferError) -> FlatBufferTables? {
    guard let start = try target(id, field) else { return nil }
    let (first, count) = try elements(at: start, field, elementByteCount: 4)
    return FlatBufferTables(
      owner: self, field: field, elementName: name, first: first, count: count)
  }
}

extension RawSpan {
  /// One byte at an offset that was checked.
  func byte(at offset: Int) -> UInt8 { integer(at: offset) ?? 0 }
}
