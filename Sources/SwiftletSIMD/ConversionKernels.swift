/// The kernels of one instruction set that move between floats and bytes.
@frozen @usableFromInline package struct ConversionKernels: Sendable {
  /// `output[i] = clamp(round(input[i] / scale) + zeroPoint)`; NaN gives the zero point.
  @usableFromInline package let quantize:
    @Sendable (
      _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<UInt8>, _ count: Int,
      _ scale: Float, _ quantizing: FloatQuantizing, _ range: ByteRange
    ) -> Void
  /// `output[i] = scale · ((input[i] ^ xor) − zeroPoint)`.
  @usableFromInline package let dequantize:
    @Sendable (
      _ input: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<Float>, _ count: Int,
      _ scale: Float, _ zeroPoint: Int32, _ xor: UInt8
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    quantize = { quantizeU8(V.self, $0, $1, count: $2, scale: $3, $4, $5) }
    dequantize = {
      dequantizeU8(V.self, $0, $1, count: $2, scale: $3, zeroPoint: $4, xor: $5)
    }
  }
}
