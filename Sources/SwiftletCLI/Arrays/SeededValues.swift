package import SwiftletTensor

/// Values for inputs that no file is given for: SplitMix64, element by element.
package enum SeededValues {
  /// The number in 0 ..< 1 of an element, with 24 random bits.
  package static func uniform(seed: UInt64, index: Int) -> Double {
    var z = seed &+ (UInt64(index) &+ 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    z ^= z >> 31
    return Double(z >> 40) / 16_777_216
  }

  /// The bytes of a tensor, or nil for a type that has no values of its own.
  ///
  /// Floats are in −1 ..< 1, integers of up to 16 bits in their whole range, others below 10,
  /// booleans true half of the time, texts empty.
  package static func bytes(type: ElementType, count: Int, seed: UInt64) -> [UInt8]? {
    func values<Element: BitwiseCopyable>(_ element: (Double) -> Element) -> [UInt8] {
      let elements = (0..<count).map { element(uniform(seed: seed, index: $0)) }
      return unsafe elements.withUnsafeBytes { unsafe [UInt8]($0) }
    }
    func integers<Integer: FixedWidthInteger & BitwiseCopyable>(_: Integer.Type) -> [UInt8] {
      guard Integer.bitWidth <= 16 else { return values { Integer(10 * $0) } }
      // A product with a power of two is exact, and so is the sum.
      let range = Double(1 << Integer.bitWidth)
      return values { Integer(Double(Integer.min) + (range * $0).rounded(.down)) }
    }
    switch type {
    case .float32: return values { Float(2 * $0 - 1) }
    case .float64: return values { 2 * $0 - 1 }
    case .float16: return values { Float16(2 * $0 - 1) }
    case .bfloat16: return values { TensorConversion.roundedBFloat16(Float(2 * $0 - 1)) }
    case .complex64: return values { SIMD2(Float(2 * $0 - 1), 0) }
    case .complex128: return values { SIMD2(2 * $0 - 1, 0) }
    case .int8: return integers(Int8.self)
    case .uint8: return integers(UInt8.self)
    case .int16: return integers(Int16.self)
    case .uint16: return integers(UInt16.self)
    case .int32: return integers(Int32.self)
    case .uint32: return integers(UInt32.self)
    case .int64: return integers(Int64.self)
    case .uint64: return integers(UInt64.self)
    case .bool: return values { UInt8($0 >= 0.5 ? 1 : 0) }
    case .int4, .uint4, .int2: return packed(type: type, count: count, seed: seed)
    case .string: return StringTensor.bytes(of: [String](repeating: "", count: count))
    case .resource, .variant, .float8E4M3FN, .float8E5M2: return nil
    }
  }

  /// Every bit pattern of a narrow integer is a value, so that its bits can be drawn as they are;
  /// signed ones begin at the lowest value, as all integers do.
  private static func packed(type: ElementType, count: Int, seed: UInt64) -> [UInt8] {
    let width = type.bitWidth ?? 8
    let perByte = 8 / width
    let lowest = type == .uint4 ? 0 : -(1 << (width - 1))
    var result = [UInt8](repeating: 0, count: type.byteCount(elements: count) ?? 0)
    for index in 0..<count {
      let drawn = Int((Double(1 << width) * uniform(seed: seed, index: index)).rounded(.down))
      let bits = UInt8(truncatingIfNeeded: lowest + drawn) & (1 << UInt8(width) - 1)
      result[index / perByte] |= bits << UInt8(index % perByte * width)
    }
    return result
  }
}
