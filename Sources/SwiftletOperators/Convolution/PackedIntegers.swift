internal import SwiftletTensor

/// Integers of 4 or 2 bits as bytes.
enum PackedIntegers {
  /// Writes each element, sign-extended, to a byte of its own.
  ///
  /// Elements are `int4` or `int2`, packed as in the file, without padding.
  static func expand(
    _ type: ElementType, _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    count: Int
  ) {
    let bits = type == .int4 ? 4 : 2
    let perByte = 8 / bits
    let bytes = unsafe target.assumingMemoryBound(to: Int8.self)
    for index in 0..<count {
      let byte = unsafe source.load(fromByteOffset: index / perByte, as: UInt8.self)
      let unused = 8 - bits - index % perByte * bits
      unsafe bytes[index] = Int8(bitPattern: byte << UInt8(unused)) >> Int8(8 - bits)
    }
  }

  /// The elements of a constant as bytes, as they lie in the file where they are bytes already.
  static func bytes(of constant: TensorBytes, _ type: ElementType, count: Int) -> TensorBytes {
    guard type.isPackedSigned else { return constant }
    let memory = AlignedMemory(byteCount: count)
    unsafe expand(type, constant.pointer, to: memory.pointer, count: count)
    return TensorBytes(memory)
  }
}

extension ElementType {
  /// Whether elements are signed integers that share bytes.
  var isPackedSigned: Bool { self == .int4 || self == .int2 }
}
