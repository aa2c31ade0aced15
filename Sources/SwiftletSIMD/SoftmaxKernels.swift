/// The softmax kernels of one instruction set, each for one row of at least one element.
@frozen @usableFromInline package struct SoftmaxKernels: Sendable {
  /// `e^(beta · (x − max)) / Σ`.
  ///
  /// May run in place.
  @usableFromInline package let float:
    @Sendable (
      _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int,
      _ beta: Float
    ) -> Void
  /// `x − max − ln Σ e^(x − max)`.
  ///
  /// May run in place.
  @usableFromInline package let logarithmic:
    @Sendable (
      _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int
    ) -> Void
  /// Softmax of bytes through 256 powers.
  ///
  /// `powers[255 − v]` belongs to `v` below the largest element; `scale` is that of the output.
  /// May run in place.
  @usableFromInline package let bytes:
    @Sendable (
      _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int,
      _ powers: UnsafePointer<Float>, _ scale: Float, _ range: ByteRange
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    float = { softmaxF32(V.self, $0, $1, count: $2, beta: $3) }
    logarithmic = { logSoftmaxF32(V.self, $0, $1, count: $2) }
    bytes = { softmaxU8(V.self, $0, $1, count: $2, powers: $3, scale: $4, $5) }
  }
}
