internal import SwiftletTensor

extension NPYArray {
  /// The first values as text, for people.
  package func preview(_ count: Int) -> String {
    let size = (type.bitWidth ?? 8) / 8
    let total = bytes.count / size
    let shown = (0..<min(count, total)).map { text(at: $0 * size) }
    return "[" + shown.joined(separator: ", ") + (total > count ? ", …]" : "]")
  }

  private func text(at offset: Int) -> String {
    func load<Integer: FixedWidthInteger>(_: Integer.Type, _ start: Int = 0) -> Integer {
      (0..<Integer.bitWidth / 8).reduce(Integer(0)) {
        $0 | Integer(truncatingIfNeeded: bytes[offset + start + $1]) << (8 * $1)
      }
    }
    return switch type {
    case .float32: "\(Float(bitPattern: load(UInt32.self)))"
    case .float64: "\(Double(bitPattern: load(UInt64.self)))"
    case .float16: "\(Float16(bitPattern: load(UInt16.self)))"
    case .complex64:
      "\(Float(bitPattern: load(UInt32.self)))+\(Float(bitPattern: load(UInt32.self, 4)))i"
    case .complex128:
      "\(Double(bitPattern: load(UInt64.self)))+\(Double(bitPattern: load(UInt64.self, 8)))i"
    case .int8: "\(Int8(bitPattern: load(UInt8.self)))"
    case .int16: "\(load(Int16.self))"
    case .int32: "\(load(Int32.self))"
    case .int64: "\(load(Int64.self))"
    case .uint16: "\(load(UInt16.self))"
    case .uint32: "\(load(UInt32.self))"
    case .uint64: "\(load(UInt64.self))"
    case .bool: bytes[offset] == 0 ? "false" : "true"
    default: "\(bytes[offset])"
    }
  }
}
