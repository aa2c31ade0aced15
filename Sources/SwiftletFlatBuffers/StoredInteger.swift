/// The integer types of a schema, by how a file stores them.
package enum StoredInteger: Sendable {
  case int8, uint8, int16, uint16, int32, uint32, int64, uint64

  /// The type of a raw value, such as that of an enumeration.
  package init<Integer: FixedWidthInteger>(_ type: Integer.Type) {
    switch (Integer.bitWidth, Integer.isSigned) {
    case (8, true): self = .int8
    case (8, false): self = .uint8
    case (16, true): self = .int16
    case (16, false): self = .uint16
    case (32, true): self = .int32
    case (32, false): self = .uint32
    case (_, true): self = .int64
    case (_, false): self = .uint64
    }
  }

  /// The bytes that one takes.
  package var byteCount: Int {
    switch self {
    case .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int32, .uint32: 4
    case .int64, .uint64: 8
    }
  }

  /// Integers that lie one after another; those that the bytes do not hold are zero.
  ///
  /// The width is chosen outside the loop: per-channel scales and sparse indices come by the
  /// hundred thousand, and a generic loop took fifty times as long.
  func integers(in bytes: RawSpan, from start: Int, count: Int) -> [Int] {
    switch self {
    case .int8: Self.integers(bytes, start, count, Int8.self)
    case .uint8: Self.integers(bytes, start, count, UInt8.self)
    case .int16: Self.integers(bytes, start, count, Int16.self)
    case .uint16: Self.integers(bytes, start, count, UInt16.self)
    case .int32: Self.integers(bytes, start, count, Int32.self)
    case .uint32: Self.integers(bytes, start, count, UInt32.self)
    case .int64: Self.integers(bytes, start, count, Int64.self)
    case .uint64: Self.integers(bytes, start, count, UInt64.self)
    }
  }

  /// One integer; zero where the bytes do not hold it.
  func integer(in bytes: RawSpan, at offset: Int) -> Int {
    switch self {
    case .int8: Self.integer(bytes, offset, Int8.self)
    case .uint8: Self.integer(bytes, offset, UInt8.self)
    case .int16: Self.integer(bytes, offset, Int16.self)
    case .uint16: Self.integer(bytes, offset, UInt16.self)
    case .int32: Self.integer(bytes, offset, Int32.self)
    case .uint32: Self.integer(bytes, offset, UInt32.self)
    case .int64: Self.integer(bytes, offset, Int64.self)
    case .uint64: Self.integer(bytes, offset, UInt64.self)
    }
  }

  @inline(__always)
  private static func integers<Stored: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: RawSpan, _ start: Int, _ count: Int, _ type: Stored.Type
  ) -> [Int] {
    // Empty arrays share their storage, of which the initializer would write the count while other
    // threads read it.
    guard count > 0 else { return [] }
    let size = MemoryLayout<Stored>.size
    let held = start < 0 ? 0 : min(count, max(bytes.byteCount - start, 0) / size)
    var integers = unsafe [Int](unsafeUninitializedCapacity: count) { target, initialized in
      unsafe bytes.withUnsafeBytes { source in
        for index in 0..<held {
          // Inside the span, since `held` integers are.
          let stored = unsafe source.loadUnaligned(fromByteOffset: start + index * size, as: type)
          let value = Int(clamping: Stored(littleEndian: stored))
          unsafe target.initializeElement(at: index, to: value)
        }
      }
      initialized = held
    }
    for _ in held..<count { integers.append(0) }
    return integers
  }

  @inline(__always)
  private static func integer<Stored: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: RawSpan, _ offset: Int, _ type: Stored.Type
  ) -> Int {
    let stored: Stored = bytes.integer(at: offset) ?? 0
    return Int(clamping: stored)
  }
}
