/// A value to be written into a FlatBuffer.
package indirect enum FlatValue: Sendable {
  case bool(Bool)
  case int8(Int8)
  case uint8(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case float(Float)
  case string(String)
  case strings([String])
  /// A vector of bytes whose first one is aligned.
  case bytes([UInt8], alignment: Int = 4)
  case bools([Bool])
  case int8s([Int8])
  case uint16s([UInt16])
  case int32s([Int32])
  case uint32s([UInt32])
  case int64s([Int64])
  case floats([Float])
  case table(FlatTable)
  case tables([FlatTable])
}

/// A table to be written: values by field number.
///
/// Absent fields are left out, and present ones are written even where they equal the schema's
/// default.
package struct FlatTable: Sendable {
  /// Values by field number.
  package var fields: [Int: FlatValue]

  /// Makes a table.
  package init(_ fields: [Int: FlatValue] = [:]) {
    self.fields = fields
  }

  /// The value of a field; nil leaves it out.
  package subscript(id: Int) -> FlatValue? {
    get { fields[id] }
    set { fields[id] = newValue }
  }
}

/// Writes FlatBuffers for tests, parents before children.
package struct FlatBufferBuilder {
  private var bytes: [UInt8] = []

  /// The bytes of a buffer.
  package static func build(_ root: FlatTable, identifier: String) -> [UInt8] {
    var builder = FlatBufferBuilder()
    builder.bytes = [UInt8](repeating: 0, count: 4) + Array(identifier.utf8)
    let position = builder.write(root)
    builder.patch(0, to: position)
    return builder.bytes
  }

  private mutating func write(_ table: FlatTable) -> Int {
    let ids = table.fields.keys.sorted()
    var entries = [UInt16](repeating: 0, count: (ids.last ?? -1) + 1)
    var size = 4
    for id in ids {
      guard let width = table.fields[id]?.inlineWidth else { continue }
      size = size.rounded(upTo: width)
      entries[id] = UInt16(size)
      size += width
    }
    align(2)
    let header = bytes.count
    append(UInt16(4 + 2 * entries.count))
    append(UInt16(size))
    for entry in entries { append(entry) }
    // A multiple of 8, so that positions aligned within the table are aligned in the buffer.
    align(8)
    let start = bytes.count
    append(Int32(start - header))
    bytes += [UInt8](repeating: 0, count: size - 4)
    for id in ids {
      guard let value = table.fields[id] else { continue }
      write(value, inline: start + Int(entries[id]))
    }
    return start
  }

  private mutating func write(_ value: FlatValue, inline slot: Int) {
    switch value {
    case .bool(let value): store(UInt8(value ? 1 : 0), at: slot)
    case .int8(let value): store(value, at: slot)
    case .uint8(let value): store(value, at: slot)
    case .int16(let value): store(value, at: slot)
    case .uint16(let value): store(value, at: slot)
    case .int32(let value): store(value, at: slot)
    case .uint32(let value): store(value, at: slot)
    case .int64(let value): store(value, at: slot)
    case .uint64(let value): store(value, at: slot)
    case .float(let value): store(value.bitPattern, at: slot)
    case .string(let text): patch(slot, to: write(text))
    case .bytes(let values, let alignment):
      patch(slot, to: startVector(values.count, alignment: alignment))
      bytes += values
    case .bools(let values): write(vector: values.map { UInt8($0 ? 1 : 0) }, slot)
    case .int8s(let values): write(vector: values, slot)
    case .uint16s(let values): write(vector: values, slot)
    case .int32s(let values): write(vector: values, slot)
    case .uint32s(let values): write(vector: values, slot)
    case .int64s(let values): write(vector: values, slot)
    case .floats(let values): write(vector: values.map(\.bitPattern), slot)
    case .table(let table): patch(slot, to: write(table))
    case .tables(let tables): write(tables.count, slot) { $0.write(tables[$1]) }
    case .strings(let texts): write(texts.count, slot) { $0.write(texts[$1]) }
    }
  }

  private mutating func write(_ text: String) -> Int {
    let start = startVector(text.utf8.count, alignment: 4)
    bytes += Array(text.utf8) + [0]
    return start
  }

  private mutating func write<Element: FixedWidthInteger>(vector: [Element], _ slot: Int) {
    patch(slot, to: startVector(vector.count, alignment: Element.bitWidth / 8))
    for element in vector { append(element) }
  }

  /// A vector of offsets, whose targets follow it.
  private mutating func write(
    _ count: Int, _ slot: Int, element: (inout FlatBufferBuilder, Int) -> Int
  ) {
    let start = startVector(count, alignment: 4)
    patch(slot, to: start)
    bytes += [UInt8](repeating: 0, count: 4 * count)
    for index in 0..<count { patch(start + 4 + 4 * index, to: element(&self, index)) }
  }

  /// Writes a count such that what follows it is aligned.
  private mutating func startVector(_ count: Int, alignment: Int) -> Int {
    align(4)
    while (bytes.count + 4) % alignment != 0 { bytes.append(0) }
    append(UInt32(count))
    return bytes.count - 4
  }

  private mutating func align(_ alignment: Int) {
    while bytes.count % alignment != 0 { bytes.append(0) }
  }

  private mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  private mutating func store<Value: FixedWidthInteger>(_ value: Value, at offset: Int) {
    withUnsafeBytes(of: value.littleEndian) {
      bytes.replaceSubrange(offset..<offset + $0.count, with: $0)
    }
  }

  private mutating func patch(_ slot: Int, to target: Int) {
    store(UInt32(target - slot), at: slot)
  }
}

extension FlatValue {
  /// The bytes that the value takes in its table.
  fileprivate var inlineWidth: Int {
    switch self {
    case .bool, .int8, .uint8: 1
    case .int16, .uint16: 2
    case .int64, .uint64: 8
    default: 4
    }
  }
}

extension Int {
  fileprivate func rounded(upTo multiple: Int) -> Int {
    (self + multiple - 1) / multiple * multiple
  }
}
