/// The kernels of one instruction set that resample pictures.
@frozen @usableFromInline package struct SamplingKernels: Sendable {
  /// See `blendPixels`.
  @usableFromInline package let blend:
    @Sendable (
      _ corners: UnsafePointer<UInt32>, _ output: UnsafeMutablePointer<UInt32>, _ count: Int
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    blend = { blendPixels(V.self, $0, $1, count: $2) }
  }
}
