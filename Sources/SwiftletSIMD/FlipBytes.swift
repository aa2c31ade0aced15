/// `output[i] = input[i] ^ mask`; may run in place.
@inlinable @inline(__always)
package func flipU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
  count: Int, mask: UInt8
) {
  let masks = V.B(repeating: mask)
  let lanes = V.B.scalarCount
  var index = 0
  while index &+ lanes <= count {
    let bytes = UnsafeRawPointer(input + index).loadUnaligned(as: V.B.self)
    UnsafeMutableRawPointer(output + index).storeBytes(of: bytes ^ masks, as: V.B.self)
    index &+= lanes
  }
  while index < count {
    output[index] = input[index] ^ mask
    index &+= 1
  }
}
