extension FlatBufferTable {
  /// An integer field as the file stores it; a value above `Int.max` becomes `Int.max`, which no
  /// size or index can be.
  package func integer(
    _ id: Int, _ field: String, as stored: StoredInteger, default absent: Int = 0
  ) throws(FlatBufferError) -> Int {
    guard let location = try location(id, field, width: stored.byteCount) else { return absent }
    return stored.integer(in: bytes, at: location)
  }

  /// A field of type `bool`: any byte but zero is true.
  package func bool(
    _ id: Int, _ field: String, default absent: Bool = false
  ) throws(FlatBufferError) -> Bool {
    try integer(id, field, as: .uint8, default: absent ? 1 : 0) != 0
  }

  /// A field of type `float`.
  package func float(
    _ id: Int, _ field: String, default absent: Float = 0
  ) throws(FlatBufferError) -> Float {
    let bits = try integer(id, field, as: .uint32, default: Int(absent.bitPattern))
    return Float(bitPattern: UInt32(truncatingIfNeeded: bits))
  }
}
