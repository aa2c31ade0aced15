/// The element-wise kernels of one instruction set.
///
/// A step of 0 repeats the first element of an operand, a step of 1 reads all. The output may be
/// the memory of an operand whose step is 1.
@frozen @usableFromInline package struct ElementwiseKernels: Sendable {
  /// `output[i] = function(input[i])`.
  @usableFromInline package let unary:
    @Sendable (
      _ function: FloatUnary, _ input: UnsafePointer<Float>,
      _ output: UnsafeMutablePointer<Float>, _ count: Int, _ parameter: Float
    ) -> Void
  /// `output[i] = clamp(function(a[i], b[i]))`; functions other than the four of arithmetic do not
  /// clamp.
  @usableFromInline package let binary:
    @Sendable (
      _ function: FloatBinary, _ a: UnsafePointer<Float>, _ aStep: Int,
      _ b: UnsafePointer<Float>, _ bStep: Int, _ output: UnsafeMutablePointer<Float>,
      _ count: Int, _ low: Float, _ high: Float
    ) -> Void
  /// Sums of bytes with one rounding.
  @usableFromInline package let weightedSum:
    @Sendable (
      _ a: UnsafePointer<UInt8>, _ aStep: Int, _ b: UnsafePointer<UInt8>, _ bStep: Int,
      _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ sum: WeightedByteSum
    ) -> Void
  /// Sums of bytes rescaled in flavour D.
  @usableFromInline package let rescaledSum:
    @Sendable (
      _ a: UnsafePointer<UInt8>, _ aStep: Int, _ b: UnsafePointer<UInt8>, _ bStep: Int,
      _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ sum: RescaledByteSum
    ) -> Void
  /// Products of bytes.
  @usableFromInline package let product:
    @Sendable (
      _ a: UnsafePointer<UInt8>, _ aStep: Int, _ b: UnsafePointer<UInt8>, _ bStep: Int,
      _ output: UnsafeMutablePointer<UInt8>, _ count: Int, _ product: ByteProduct
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    unary = { unaryF32(V.self, $0, $1, $2, count: $3, parameter: $4) }
    binary = {
      binaryF32(V.self, $0, $1, step: $2, $3, step: $4, $5, count: $6, low: $7, high: $8)
    }
    weightedSum = { weightedSumU8(V.self, $0, step: $1, $2, step: $3, $4, count: $5, $6) }
    rescaledSum = { rescaledSumU8(V.self, $0, step: $1, $2, step: $3, $4, count: $5, $6) }
    product = { productU8(V.self, $0, step: $1, $2, step: $3, $4, count: $5, $6) }
  }
}
