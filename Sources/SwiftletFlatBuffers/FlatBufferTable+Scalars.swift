extension FlatBufferTable {
  /// An integer field of exactly the given width.
  package func integer<Integer: FixedWidthInteger & BitwiseCopyable>(
    _ id: Int, _ field: String, default absent: Integer
  ) throws(FlatBufferError) -> Integer {
    guard let location = try location(id, field, width: MemoryLayout<Integer>.size) else {
      return absent
    }
    return bytes.integer(at: location) ?? absent
  }

  /// A field of type `bool`: any byte but zero is true.
  package func bool(
    _ id: Int, _ field: String, default absent: Bool
  ) throws(FlatBufferError) -> Bool {
    try integer(id, field, default: UInt8(absent ? 1 : 0)) != 0
  }

  /// A field of type `float`.
  package func float(
    _ id: Int, _ field: String, default absent: Float
  ) throws(FlatBufferError) -> Float {
    Float(bitPattern: try integer(id, field, default: absent.bitPattern))
  }
}
