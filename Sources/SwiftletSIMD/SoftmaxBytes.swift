// LiteRT's optimised kernel, to the last bit: the sum is taken in element order.

@inlinable @inline(__always)
package func softmaxU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
  count: Int, powers: UnsafePointer<Float>, scale: Float, _ range: ByteRange
) {
  let xor = range.xor
  var top: UInt8 = 0
  var index = 0
  while index < count {
    let value = input[index] ^ xor
    top = value > top ? value : top
    index &+= 1
  }
  // powers[255 − v] belongs to v below the largest.
  let table = powers + (255 &- Int(top))
  var sum: Float = 0
  index = 0
  while index < count {
    sum += table[Int(input[index] ^ xor)]
    index &+= 1
  }
  let inverse = 1 / (sum * scale)
  let low = Float(range.low &- range.zeroPoint)
  let high = Float(range.high &- range.zeroPoint)
  index = 0
  while index < count {
    // Not negative, so that adding a half to the integer part rounds half away from zero.
    let real = table[Int(input[index] ^ xor)] * inverse
    let bounded = real > high ? high : (real >= low ? real : low)
    let whole = Int32(bounded)
    let nearest = bounded - Float(whole) >= 0.5 ? whole &+ 1 : whole
    let sum = nearest &+ range.zeroPoint
    output[index] = UInt8(truncatingIfNeeded: sum > range.high ? range.high : sum) ^ xor
    index &+= 1
  }
}
