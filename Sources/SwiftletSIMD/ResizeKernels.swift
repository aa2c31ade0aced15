/// The bilinear kernels of one instruction set, each for one row.
@frozen @usableFromInline package struct ResizeKernels: Sendable {
  /// A row of floats between two input rows.
  @usableFromInline package let blend:
    @Sendable (
      _ top: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>,
      _ output: UnsafeMutablePointer<Float>, _ count: Int, _ fraction: Float
    ) -> Void
  /// The columns of an output row from those of such a row.
  @usableFromInline package let columns:
    @Sendable (
      _ row: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
      _ columns: UnsafePointer<ResizeTap>, _ count: Int, _ channels: Int
    ) -> Void
  /// Both at once.
  @usableFromInline package let float:
    @Sendable (
      _ top: UnsafePointer<Float>, _ bottom: UnsafePointer<Float>,
      _ output: UnsafeMutablePointer<Float>, _ columns: UnsafePointer<ResizeTap>, _ count: Int,
      _ channels: Int, _ fraction: Float
    ) -> Void
  /// A row in fixed point between two input rows of bytes.
  @usableFromInline package let blendBytes:
    @Sendable (
      _ top: UnsafePointer<UInt8>, _ bottom: UnsafePointer<UInt8>,
      _ output: UnsafeMutablePointer<Int32>, _ count: Int, _ bits: Int32, _ weight: Int32,
      _ xor: UInt8, _ zero: Int32
    ) -> Void
  /// The columns of an output row of bytes from those of such a row; only in fixed point.
  @usableFromInline package let byteColumns:
    @Sendable (
      _ resizing: ByteResizing, _ row: UnsafePointer<Int32>,
      _ output: UnsafeMutablePointer<UInt8>, _ columns: UnsafePointer<ResizeTap>, _ count: Int,
      _ channels: Int, _ xor: UInt8
    ) -> Void
  /// Both at once; only the weights of `row` are read.
  @usableFromInline package let bytes:
    @Sendable (
      _ resizing: ByteResizing, _ top: UnsafePointer<UInt8>, _ bottom: UnsafePointer<UInt8>,
      _ output: UnsafeMutablePointer<UInt8>, _ columns: UnsafePointer<ResizeTap>, _ count: Int,
      _ channels: Int, _ row: ResizeTap, _ xor: UInt8
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    blend = { blendRowsF32(V.self, $0, $1, $2, count: $3, fraction: $4) }
    columns = { resizeColumnsF32(V.self, $0, $1, columns: $2, count: $3, channels: $4) }
    float = {
      resizeRowF32(V.self, $0, $1, $2, columns: $3, count: $4, channels: $5, fraction: $6)
    }
    blendBytes = {
      blendRowsU8(V.self, $0, $1, $2, count: $3, bits: $4, weight: $5, xor: $6, zero: $7)
    }
    byteColumns = {
      resizeColumnsU8(V.self, $0, $1, $2, columns: $3, count: $4, channels: $5, xor: $6)
    }
    bytes = {
      resizeRowU8(
        V.self, $0, $1, $2, $3, columns: $4, count: $5, channels: $6, row: $7, xor: $8)
    }
  }
}
