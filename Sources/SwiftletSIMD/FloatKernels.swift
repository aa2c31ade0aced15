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
  /// Whether panels may end in half a vector.
  @usableFromInline package let gemmHalves: Bool
  /// One panel of a matrix product: `clamp(rows · weights + bias)`.
  @usableFromInline package let gemm: @Sendable (GemmF32Arguments) -> Void
  /// Output rows `firstRow..<endRow` of a depthwise convolution.
  @usableFromInline package let depthwise:
    @Sendable (_ arguments: DepthwiseF32Arguments, _ firstRow: Int, _ endRow: Int) -> Void
  /// The same for square windows of 3 or 5 with equal strides of 1, or 2 without dilation.
  @usableFromInline package let depthwiseSlide:
    @Sendable (_ arguments: DepthwiseF32Arguments, _ firstRow: Int, _ endRow: Int) -> Void
  /// Winograd's transforms of input and output tiles: of 4×4 outputs where `isLarge`, or of 2×2.
  @usableFromInline package let winogradInput:
    @Sendable (_ arguments: WinogradF32Arguments, _ isLarge: Bool) -> Void
  @usableFromInline package let winogradOutput:
    @Sendable (_ arguments: WinogradF32Arguments, _ isLarge: Bool) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    clamp = { clampF32(V.self, $0, $1, count: $2, low: $3, high: $4) }
    lanes = V.F.scalarCount
    gemmVectors = V.gemmVectors
    gemmHalves = V.gemmHalves
    gemm = { gemmF32(V.self, $0) }
    depthwise = { depthwiseF32(V.self, $0, $1, $2) }
    depthwiseSlide = { depthwiseSlideF32(V.self, $0, $1, $2) }
    winogradInput = {
      if $1 {
        winogradInputF32(V.self, Size<6>.self, $0)
      } else {
        winogradInputF32(V.self, Size<4>.self, $0)
      }
    }
    winogradOutput = {
      if $1 {
        winogradOutputF32(V.self, Size<6>.self, $0)
      } else {
        winogradOutputF32(V.self, Size<4>.self, $0)
      }
    }
  }
}
