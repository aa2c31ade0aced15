internal import SwiftletTensor

// Whole buffers between `float32` and the two 16-bit formats.

extension Float {
  /// The bits of the nearest binary16 number, of two equally near the even one; without branches,
  /// so that loops become vectors.
  var halfBits: UInt16 {
    let magnitude = bitPattern & 0x7FFF_FFFF
    let sign = UInt16(truncatingIfNeeded: (bitPattern ^ magnitude) >> 16)
    // The sum with 1/2 has a subnormal number, rounded, in its low bits.
    let subnormal = (Float(bitPattern: magnitude) + 0.5).bitPattern &- 0x3F00_0000
    let rounded = magnitude &+ 0x0FFF &+ (magnitude >> 13 & 1)
    let normal = min((rounded &- 0x3800_0000) >> 13, 0x7C00)
    let number = magnitude < 0x3880_0000 ? subnormal : normal
    return sign | UInt16(truncatingIfNeeded: magnitude > 0x7F80_0000 ? 0x7E00 : number)
  }
}

extension ElementType {
  /// Whether elements are floats of 16 bits.
  var isHalfPrecision: Bool { self == .float16 || self == .bfloat16 }

  /// Widens floats of 16 bits.
  ///
  /// - Precondition: The type is one of them.
  @unsafe func widen(
    _ input: UnsafePointer<UInt16>, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    if self == .float16 {
      for index in 0..<count { unsafe output[index] = Float(halfBits: input[index]) }
    } else {
      for index in 0..<count {
        unsafe output[index] = Float(bitPattern: UInt32(input[index]) << 16)
      }
    }
  }

  /// Rounds to floats of 16 bits.
  ///
  /// - Precondition: The type is one of them.
  @unsafe func narrow(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<UInt16>, count: Int
  ) {
    if self == .float16 {
      for index in 0..<count { unsafe output[index] = input[index].halfBits }
    } else {
      for index in 0..<count { unsafe output[index] = BFloat16(input[index]).bits }
    }
  }
}
