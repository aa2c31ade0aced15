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

  /// The floats in a vector.
  @usableFromInline package let lanes: Int
  /// The widest panel of a matrix product in vectors.
  @usableFromInline package let gemmVectors: Int
  /// One panel of a matrix product: `clamp(rows · weights + bias)`.
  @usableFromInline package let gemm: @Sendable (GemmF32Arguments) -> Void
  /// Output rows `firstRow..<endRow` of a depthwise convolution.
  @usableFromInline package let depthwise:
    @Sendable (_ arguments: DepthwiseF32Arguments, _ firstRow: Int, _ endRow: Int) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    clamp = { clampF32(V.self, $0, $1, count: $2, low: $3, high: $4) }
    lanes = V.F.scalarCount
    gemmVectors = V.gemmVectors
    gemm = { gemmF32(V.self, $0) }
    depthwise = { depthwiseF32(V.self, $0, $1, $2) }
  }
}
