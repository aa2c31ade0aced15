/// Writes the first `count` of 8 bytes in pieces of 4, 2 and 1.
@inlinable @inline(__always)
package func storePart(_ value: Int64, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
  let raw = UnsafeMutableRawPointer(output)
  if count >= 8 {
    raw.storeBytes(of: value, as: Int64.self)
    return
  }
  var rest = value
  var offset = 0
  if count & 4 != 0 {
    raw.storeBytes(of: Int32(truncatingIfNeeded: rest), as: Int32.self)
    rest &>>= 32
    offset = 4
  }
  if count & 2 != 0 {
    raw.storeBytes(of: Int16(truncatingIfNeeded: rest), toByteOffset: offset, as: Int16.self)
    rest &>>= 16
    offset &+= 2
  }
  if count & 1 != 0 {
    raw.storeBytes(of: UInt8(truncatingIfNeeded: rest), toByteOffset: offset, as: UInt8.self)
  }
}

/// Writes the first `count` of 16 bytes in pieces of 8, 4, 2 and 1.
@inlinable @inline(__always)
package func storePart(_ value: SIMD16<UInt8>, _ output: UnsafeMutablePointer<UInt8>, count: Int) {
  let words = unsafeBitCast(value, to: SIMD2<Int64>.self)
  if count >= 8 {
    UnsafeMutableRawPointer(output).storeBytes(of: words[0], as: Int64.self)
    storePart(words[1], output + 8, count: count &- 8)
  } else {
    storePart(words[0], output, count: count)
  }
}
