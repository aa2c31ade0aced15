@inlinable @inline(__always)
package func lookUpU8<V: VectorISA>(
  _ isa: V.Type, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
  count: Int, table: UnsafePointer<UInt8>
) {
  var index = 0
  while index < count {
    output[index] = table[Int(input[index])]
    index &+= 1
  }
}
