/// The float kernels of one instruction set.
@frozen @usableFromInline package struct FloatKernels: Sendable {
  /// `output[i] = min(max(input[i], low), high)`.
  ///
  /// NaN stays NaN. May run in place.
  @usableFromInline package let clamp:
    @Sendable (
      _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, _ count: Int,
      _ low: Float, _ high: Float
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    clamp = { clampF32(V.self, $0, $1, count: $2, low: $3, high: $4) }
  }
}
