/// The kernels on 16-bit integers of one instruction set: products of activations that are
/// 16 bits wide, or 8 bits less a zero point that only a run tells.
@frozen @usableFromInline package struct PairKernels: Sendable {
  /// Lanes of a vector of 32-bit integers, which the layout of packed weights depends on.
  @usableFromInline package let lanes: Int

  /// A matrix product with packed pairs of weights.
  @usableFromInline package let product: @Sendable (_ product: UnsafePointer<PairProduct>) -> Void

  /// The sums of one line of the output of a depthwise convolution.
  @usableFromInline package let depthwise: @Sendable (_ line: UnsafePointer<PairWindows>) -> Void

  /// `output[i] = (input[i] ^ flip) − zeroPoint`.
  @usableFromInline package let widen:
    @Sendable (
      _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Int16>, _ count: Int,
      _ flip: UInt8, _ zeroPoint: Int16
    ) -> Void

  /// `output[i] = clamp(round(input[i] · factor))`; NaN gives a limit.
  @usableFromInline package let quantize:
    @Sendable (
      _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Int16>, _ count: Int,
      _ factor: Float, _ rounding: PairRounding, _ low: Int32, _ high: Int32
    ) -> Void

  /// Scales a row of sums to floats.
  @usableFromInline package let scale:
    @Sendable (
      _ sums: UnsafePointer<Int32>, _ output: UnsafeMutablePointer<Float>, _ count: Int,
      _ scaling: PairScaling
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    lanes = V.I.scalarCount
    product = { pairProduct(V.self, $0) }
    depthwise = { depthwisePairs(V.self, $0) }
    widen = { widenPairs(V.self, $0, $1, count: $2, flip: $3, zeroPoint: $4) }
    quantize = { quantizePairs(V.self, $0, $1, count: $2, factor: $3, $4, low: $5, high: $6) }
    scale = { scalePairs(V.self, $0, $1, count: $2, $3) }
  }
}
