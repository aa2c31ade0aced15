/// The pooling kernels of one instruction set: each makes one output pixel of all channels.
///
/// The window holds at least one element; one of bytes that is averaged holds at most 65 536.
@frozen @usableFromInline package struct PoolingKernels: Sendable {
  /// Pools floats, then clamps; keeps NaN.
  @usableFromInline package let float:
    @Sendable (
      _ pooling: Pooling, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
      _ window: PoolingWindow, _ low: Float, _ high: Float
    ) -> Void
  /// Averages floats in XNNPACK's order, then clamps; keeps NaN.
  @usableFromInline package let averageByNines:
    @Sendable (
      _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>,
      _ window: PoolingWindow, _ low: Float, _ high: Float
    ) -> Void
  /// Pools bytes, then clamps; an average is rounded half away from zero.
  @usableFromInline package let bytes:
    @Sendable (
      _ pooling: Pooling, _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>,
      _ window: PoolingWindow, _ range: ByteRange
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    float = { poolF32(V.self, $0, $1, $2, $3, low: $4, high: $5) }
    averageByNines = { averageByNinesF32(V.self, $0, $1, $2, low: $3, high: $4) }
    bytes = { poolU8(V.self, $0, $1, $2, $3, $4) }
  }
}
