/// The bilinear kernels of one instruction set, each for one output row.
@frozen @usableFromInline package struct ResizeKernels: Sendable {
  /// Floats; `fraction` is the weight of the lower input row.
  @usableFromInline package let float:
    @Sendable (
      _ top: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>,
      _ output: UnsafeMutablePointer<Float>, _ columns: UnsafePointer<ResizeTap>, _ count: Int,
      _ channels: Int, _ fraction: Float
    ) -> Void
  /// Bytes; only the weights of `row` are read.
  @usableFromInline package let bytes:
    @Sendable (
      _ resizing: ByteResizing, _ top: UnsafePointer<UInt8>, _ bottom: UnsafePointer<UInt8>,
      _ output: UnsafeMutablePointer<UInt8>, _ columns: UnsafePointer<ResizeTap>, _ count: Int,
      _ channels: Int, _ row: ResizeTap, _ xor: UInt8
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    float = {
      resizeRowF32(V.self, $0, $1, $2, columns: $3, count: $4, channels: $5, fraction: $6)
    }
    bytes = {
      resizeRowU8(
        V.self, $0, $1, $2, $3, columns: $4, count: $5, channels: $6, row: $7, xor: $8)
    }
  }
}
