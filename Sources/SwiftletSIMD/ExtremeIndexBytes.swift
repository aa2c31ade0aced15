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
  // Four at a time, so that comparisons do not wait for each other.
  var best = InlineArray<4, Int32>(repeating: -1)
  lane = 0
  while lane < lanes {
    for place in 0..<4 {
      let candidate = largest[lane &+ place]
      best[unchecked: place] =
        candidate > best[unchecked: place] ? candidate : best[unchecked: place]
    }
    lane &+= 4
  }
  var key = best[unchecked: 0]
  for place in 1..<4 { key = best[unchecked: place] > key ? best[unchecked: place] : key }
  while index < count {
    let byte = Int32(truncatingIfNeeded: line[index] ^ xor)
    let candidate = (byte &<< 8) | Int32(truncatingIfNeeded: 255 &- index)
    key = candidate > key ? candidate : key
    index &+= 1
  }
  return key
}
