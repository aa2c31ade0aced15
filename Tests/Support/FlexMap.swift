/// Writes a FlexBuffer that is one map, every number in 64 bits.
package enum FlexMap {
  /// A number.
  package enum Value {
    case int(Int)
    case float(Double)
  }

  /// The bytes; keys have to be sorted.
  package static func bytes(_ entries: [(key: String, value: Value)]) -> [UInt8] {
    func word(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(value >> (8 * UInt64($0)) & 255) } }
    var bytes: [UInt8] = []
    var places: [Int] = []
    for entry in entries {
      places.append(bytes.count)
      bytes += Array(entry.key.utf8) + [0]
    }
    while bytes.count % 8 != 0 { bytes.append(0) }
    bytes += word(UInt64(entries.count))
    let keys = bytes.count
    for place in places { bytes += word(UInt64(bytes.count - place)) }
    bytes += word(UInt64(bytes.count - keys)) + word(8) + word(UInt64(entries.count))
    let map = bytes.count
    for entry in entries {
      switch entry.value {
      case .int(let value): bytes += word(UInt64(bitPattern: Int64(value)))
      case .float(let value): bytes += word(value.bitPattern)
      }
    }
    for entry in entries {
      let type: UInt8 = if case .int = entry.value { 1 } else { 3 }
      bytes.append(type << 2 | 3)
    }
    // The root: its distance from the map, the type of a map of 64-bit values, and its own width.
    while bytes.count % 8 != 0 { bytes.append(0) }
    return bytes + word(UInt64(bytes.count - map)) + [9 << 2 | 3, 8]
  }
}
