/// Every kernel for one instruction set, as function values grouped by family.
///
/// A module that instantiates the templates is one enum and one line:
/// `KernelTable(instantiating: AVX2.self)`.
@frozen @usableFromInline package struct KernelTable: Sendable {
  /// The set that the kernels are instantiated for.
  @usableFromInline package let isa: ISA
  /// Float kernels.
  @usableFromInline package let float: FloatKernels
  /// Kernels on 8-bit integers.
  @usableFromInline package let quantized: QuantizedKernels

  /// Instantiates every template for one instruction set.
  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    isa = V.isa
    float = FloatKernels(instantiating: set)
    quantized = QuantizedKernels(instantiating: set)
  }
}
