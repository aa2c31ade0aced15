package import SwiftletTensor

/// Between a tensor's bytes and the arrays of files: elements that NumPy lacks are widened.
package enum TensorConversion {
  /// The NumPy type that holds elements of a type, or nil where there is none.
  ///
  /// `bfloat16` becomes `float32`, 4- and 2-bit integers become bytes.
  package static func arrayType(for type: ElementType) -> ElementType? {
    switch type {
    case .bfloat16: .float32
    case .int4, .int2: .int8
    case .uint4: .uint8
    case .resource: .int32
    default: NPYArray.descriptor(of: type) == nil ? nil : type
    }
  }

  /// An array of a tensor's bytes, or nil where its type has no counterpart in NumPy.
  package static func array(
    _ bytes: [UInt8], type: ElementType, shape: [Int]
  ) -> NPYArray? {
    guard let arrayType = arrayType(for: type),
      let count = Shape(shape).checkedElementCount, bytes.count == type.byteCount(elements: count)
    else { return nil }
    let widened: [UInt8] =
      switch type {
      case .bfloat16: halves(bytes).flatMap { littleEndian(UInt32($0) << 16) }
      case .int4, .uint4, .int2: unpacked(bytes, type: type, count: count)
      case .bool: bytes.map { $0 == 0 ? 0 : 1 }
      default: bytes
      }
    return NPYArray(type: arrayType, shape: shape, bytes: widened)
  }

  /// The bytes of a tensor with an array's values, or nil where a value does not fit its type.
  ///
  /// - Precondition: The array's type is `arrayType(for: type)`.
  package static func bytes(of array: NPYArray, as type: ElementType) -> [UInt8]? {
    precondition(arrayType(for: type) == array.type)
    switch type {
    case .bfloat16:
      return words(array.bytes).flatMap { littleEndian(roundedBFloat16(Float(bitPattern: $0))) }
    case .int4, .uint4, .int2:
      return packed(array.bytes, type: type)
    default:
      return array.bytes
    }
  }

  /// The nearest `bfloat16`, of two equally near the even one.
  package static func roundedBFloat16(_ value: Float) -> UInt16 {
    let bits = value.bitPattern
    guard !value.isNaN else { return UInt16(bits >> 16) | 0x40 }
    return UInt16((bits + 0x7FFF + (bits >> 16 & 1)) >> 16)
  }

  /// Integers narrower than a byte, each in one; the first lies in the lowest bits.
  private static func unpacked(_ bytes: [UInt8], type: ElementType, count: Int) -> [UInt8] {
    let width = type.bitWidth ?? 8
    let perByte = 8 / width
    let unused = UInt8(8 - width)
    return (0..<count).map { index in
      let shifted = (bytes[index / perByte] >> UInt8(index % perByte * width)) << unused
      guard type != .uint4 else { return shifted >> unused }
      // Shifting a signed integer right repeats its sign.
      return UInt8(bitPattern: Int8(bitPattern: shifted) >> unused)
    }
  }

  private static func packed(_ bytes: [UInt8], type: ElementType) -> [UInt8]? {
    let width = type.bitWidth ?? 8
    let perByte = 8 / width
    let range =
      type == .uint4 ? 0...(1 << width - 1) : -(1 << (width - 1))...(1 << (width - 1) - 1)
    var result = [UInt8](repeating: 0, count: (bytes.count + perByte - 1) / perByte)
    for (index, byte) in bytes.enumerated() {
      let value = type == .uint4 ? Int(byte) : Int(Int8(bitPattern: byte))
      guard range.contains(value) else { return nil }
      let bits = byte & (1 << UInt8(width) - 1)
      result[index / perByte] |= bits << UInt8(index % perByte * width)
    }
    return result
  }

  private static func halves(_ bytes: [UInt8]) -> [UInt16] {
    stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
  }

  private static func words(_ bytes: [UInt8]) -> [UInt32] {
    stride(from: 0, to: bytes.count, by: 4).map { start in
      (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
    }
  }
}

/// The bytes of an integer, the lowest first.
func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
  (0..<Integer.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
