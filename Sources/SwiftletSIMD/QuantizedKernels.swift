/// The kernels on 8-bit integers of one instruction set.
@frozen @usableFromInline package struct QuantizedKernels: Sendable {
  /// `output[i] = table[input[i]]` for a table of 256 bytes.
  ///
  /// May run in place.
  @usableFromInline package let lookUp:
    @Sendable (
      _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int,
      _ table: UnsafePointer<UInt8>
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    lookUp = { lookUpU8(V.self, $0, $1, count: $2, table: $3) }
  }
}
