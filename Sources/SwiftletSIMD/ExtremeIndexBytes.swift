/// The index of the first of the largest of up to 2^31 bytes, at least one, after `xor`: 0 for
/// unsigned bytes and 0x80 for signed ones; the complements of both find the smallest.
@inlinable @inline(__always)
package func largestIndexU8<V: VectorISA>(
  _ isa: V.Type, _ line: UnsafePointer<UInt8>, count: Int, xor: UInt8
) -> Int {
  var best: Int32 = -1
  var bestIndex = 0
  var start = 0
  while start < count {
    let rest = count &- start
    let length = rest < 256 ? rest : 256
    let key = largestKeyU8(V.self, line + start, length, xor)
    if key &>> 8 > best {
      best = key &>> 8
      bestIndex = start &+ 255 &- Int(key & 0xFF)
    }
    start &+= length
  }
  return bestIndex
}

/// The largest byte times 256, and 255 less the index of the first one that is as large.
@inlinable @inline(__always)
package func largestKeyU8<V: VectorISA>(
  _ isa: V.Type, _ line: UnsafePointer<UInt8>, _ count: Int, _ xor: UInt8
) -> Int32 {
  let lanes = V.I.scalarCount
  let flip = V.I(repeating: Int32(truncatingIfNeeded: xor))
  var places = V.I(repeating: 0)
  var lane = 0
  while lane < lanes {
    places[lane] = Int32(truncatingIfNeeded: 255 &- lane)
    lane &+= 1
  }
  var largest = V.I(repeating: -1)
  var index = 0
  while index &+ lanes <= count {
    let keys = ((V.widenedBytes(line + index) ^ flip) &<< 8) | places
    largest = V.max(largest, keys)
    places = places &- V.I(repeating: Int32(truncatingIfNeeded: lanes))
    index &+= lanes
  }
  var key: Int32 = -1
  lane = 0
  while lane < lanes {
    key = largest[lane] > key ? largest[lane] : key
    lane &+= 1
  }
  while index < count {
    let byte = Int32(truncatingIfNeeded: line[index] ^ xor)
    let candidate = (byte &<< 8) | Int32(truncatingIfNeeded: 255 &- index)
    key = candidate > key ? candidate : key
    index &+= 1
  }
  return key
}
