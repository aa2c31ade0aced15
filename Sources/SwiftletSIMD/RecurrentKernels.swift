/// The kernels of recurrent operators: products of a matrix in the order of the file with one vector.
@frozen @usableFromInline package struct RecurrentKernels: Sendable {
  /// `output[r] += Σ matrix[r · depth + k] · vector[k]` for floats at any address.
  @usableFromInline package let addDotRows:
    @Sendable (
      _ matrix: UnsafeRawPointer, _ rows: Int, _ depth: Int, _ vector: UnsafeRawPointer,
      _ output: UnsafeMutablePointer<Float>
    ) -> Void
  /// `output[r] = Σ matrix[r · depth + k] · vector[k]` for signed bytes.
  @usableFromInline package let dotRowsOfBytes:
    @Sendable (
      _ matrix: UnsafeRawPointer, _ rows: Int, _ depth: Int, _ vector: UnsafeRawPointer,
      _ output: UnsafeMutablePointer<Int32>
    ) -> Void

  /// `output[r] = Σ matrix[r · depth + k] · vector[k]` for 16-bit integers, exactly.
  @usableFromInline package let dotRowsOfShorts:
    @Sendable (
      _ matrix: UnsafeRawPointer, _ rows: Int, _ depth: Int, _ vector: UnsafeRawPointer,
      _ output: UnsafeMutablePointer<Int64>
    ) -> Void

  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    addDotRows = { addDotRowsF32(V.self, $0, rows: $1, depth: $2, $3, $4) }
    dotRowsOfBytes = { dotRowsS8(V.self, $0, rows: $1, depth: $2, $3, $4) }
    dotRowsOfShorts = { dotRowsS16(V.self, $0, rows: $1, depth: $2, $3, $4) }
  }
}
