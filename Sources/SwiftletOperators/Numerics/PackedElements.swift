internal import SwiftletTensor

/// Elements smaller than a byte, read and written one at a time.
enum PackedElements {
  /// The integer at an index.
  static func integer(
    _ index: Int, of type: ElementType, _ source: UnsafeRawPointer
  ) -> Int32 {
    let bytes = unsafe source.assumingMemoryBound(to: UInt8.self)
    switch type {
    case .int4:
      let shift = UInt8(index % 2 * 4)
      return unsafe Int32(Int8(bitPattern: (bytes[index / 2] >> shift) << 4) >> 4)
    case .uint4: return unsafe Int32(bytes[index / 2] >> UInt8(index % 2 * 4) & 15)
    default:
      let shift = UInt8(index % 4 * 2)
      return unsafe Int32(Int8(bitPattern: (bytes[index / 4] >> shift) << 6) >> 6)
    }
  }

  /// A step that makes every element of a packed output on its own; the lowest bits of an integer
  /// count.
  static func step(
    _ kernel: String, _ operands: Operands,
    element: @escaping @Sendable (borrowing Buffers, Int) -> Int32
  ) throws(OperatorError) -> Step {
    let output = operands.outputs[0]
    guard let bits = output.type.packedBits else {
      throw .unsupported("has an output of type \(output.type.name)")
    }
    let (perByte, count) = (8 / bits, output.elementCount)
    let mask = UInt8(truncatingIfNeeded: 1 << bits - 1)
    let phase = Phase(units: output.byteCount, grain: 64, nanoseconds: 2 * count) {
      buffers, range in
      let bytes = unsafe buffers.output(as: UInt8.self)
      for byte in range {
        var packed: UInt8 = 0
        for index in byte * perByte..<min((byte + 1) * perByte, count) {
          let value = UInt8(truncatingIfNeeded: element(buffers, index)) & mask
          packed |= value << UInt8((index - byte * perByte) * bits)
        }
        unsafe bytes[byte] = packed
      }
    }
    return Step(kernel: kernel, phases: [phase])
  }
}

extension ElementType {
  /// The integers of a type whose elements share bytes, or nil for other types.
  var packedRange: ClosedRange<Int32>? {
    switch self {
    case .int2: -2...1
    case .int4: -8...7
    case .uint4: 0...15
    default: nil
    }
  }
}
