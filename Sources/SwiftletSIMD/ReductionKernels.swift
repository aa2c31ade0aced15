/// The reduction kernels of one instruction set.
@frozen @usableFromInline package struct ReductionKernels: Sendable {
  /// Joins rows of floats element by element.
  @usableFromInline package let rows:
    @Sendable (
      _ reduction: Reduction, _ input: UnsafePointer<Float>,
      _ output: UnsafeMutablePointer<Float>, _ rows: Int, _ rowStride: Int, _ count: Int
    ) -> Void
  /// Joins neighbouring floats.
  @usableFromInline package let line:
    @Sendable (_ reduction: Reduction, _ input: UnsafePointer<Float>, _ count: Int) -> Float
  /// Joins rows of bytes element by element into 32-bit integers.
  @usableFromInline package let byteRows:
    @Sendable (
      _ reduction: Reduction, _ input: UnsafePointer<UInt8>,
      _ output: UnsafeMutablePointer<Int32>, _ rows: Int, _ rowStride: Int, _ count: Int,
      _ xor: UInt8
    ) -> Void
  /// Joins neighbouring bytes.
  @usableFromInline package let byteLine:
    @Sendable (
      _ reduction: Reduction, _ input: UnsafePointer<UInt8>, _ count: Int, _ xor: UInt8
    ) -> Int32

  /// The index of the first of the largest of neighbouring bytes.
  @usableFromInline package let largestIndex:
    @Sendable (_ line: UnsafePointer<UInt8>, _ count: Int, _ xor: UInt8) -> Int

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    rows = { reduceRowsF32(V.self, $0, $1, $2, rows: $3, rowStride: $4, count: $5) }
    line = { reduceLineF32(V.self, $0, $1, count: $2) }
    byteRows = {
      reduceRowsU8(V.self, $0, $1, $2, rows: $3, rowStride: $4, count: $5, xor: $6)
    }
    byteLine = { reduceLineU8(V.self, $0, $1, count: $2, xor: $3) }
    largestIndex = { largestIndexU8(V.self, $0, count: $1, xor: $2) }
  }
}
