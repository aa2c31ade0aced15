/// The element type of a tensor, numbered as the schema's `TensorType`.
public enum ElementType: UInt8, Sendable, Hashable, CaseIterable {
  /// IEEE 754 binary32.
  case float32 = 0
  /// IEEE 754 binary16.
  case float16
  /// Signed 32-bit integer.
  case int32
  /// Unsigned 8-bit integer.
  case uint8
  /// Signed 64-bit integer.
  case int64
  /// Byte strings of any length.
  case string
  /// One byte, zero or not.
  case bool
  /// Signed 16-bit integer.
  case int16
  /// Two `float32`: real and imaginary part.
  case complex64
  /// Signed 8-bit integer.
  case int8
  /// IEEE 754 binary64.
  case float64
  /// Two `float64`: real and imaginary part.
  case complex128
  /// Unsigned 64-bit integer.
  case uint64
  /// A handle to a resource, stored as a signed 32-bit integer.
  case resource
  /// An opaque value, such as a list of tensors.
  case variant
  /// Unsigned 32-bit integer.
  case uint32
  /// Unsigned 16-bit integer.
  case uint16
  /// Signed 4-bit integer, two to a byte, the first in the low half.
  case int4
  /// The upper half of a `float32`.
  case bfloat16
  /// Signed 2-bit integer, four to a byte, the first in the lowest bits.
  case int2
  /// Unsigned 4-bit integer, two to a byte, the first in the low half.
  case uint4
  /// 8-bit float with four exponent bits.
  case float8E4M3FN
  /// 8-bit float with five exponent bits.
  case float8E5M2

  /// The size of one element in bits, or nil where elements have no fixed size.
  public var bitWidth: Int? {
    switch self {
    case .string, .variant: nil
    case .int2: 2
    case .int4, .uint4: 4
    case .uint8, .int8, .bool, .float8E4M3FN, .float8E5M2: 8
    case .float16, .bfloat16, .int16, .uint16: 16
    case .float32, .int32, .uint32, .resource: 32
    case .int64, .uint64, .float64, .complex64: 64
    case .complex128: 128
    }
  }

  /// The bytes that a number of elements takes, or nil where there is no such number.
  ///
  /// Nil means that elements have no fixed size or that the size does not fit an `Int`. Elements
  /// smaller than a byte are packed without row padding.
  public func byteCount(elements: Int) -> Int? {
    guard let bitWidth, elements >= 0 else { return nil }
    let (bits, overflow) = elements.multipliedReportingOverflow(by: bitWidth)
    guard !overflow else { return nil }
    return bits / 8 + (bits % 8 == 0 ? 0 : 1)
  }

  /// The name in lower case, as NumPy and the schema spell it (`float32`, `int8`).
  public var name: String {
    // Printing a case by reflection takes longer than planning a small node.
    switch self {
    case .float32: "float32"
    case .float16: "float16"
    case .int32: "int32"
    case .uint8: "uint8"
    case .int64: "int64"
    case .string: "string"
    case .bool: "bool"
    case .int16: "int16"
    case .complex64: "complex64"
    case .int8: "int8"
    case .float64: "float64"
    case .complex128: "complex128"
    case .uint64: "uint64"
    case .resource: "resource"
    case .variant: "variant"
    case .uint32: "uint32"
    case .uint16: "uint16"
    case .int4: "int4"
    case .bfloat16: "bfloat16"
    case .int2: "int2"
    case .uint4: "uint4"
    case .float8E4M3FN: "float8_e4m3fn"
    case .float8E5M2: "float8_e5m2"
    }
  }
}
