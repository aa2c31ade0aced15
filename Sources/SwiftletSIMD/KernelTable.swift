/// Every kernel for one instruction set, as function values grouped by family.
///
/// A module that instantiates the templates is one enum and one line:
/// `KernelTable(instantiating: AVX2.self)`.
@usableFromInline package final class KernelTable: Sendable {
  /// The set that the kernels are instantiated for.
  @usableFromInline package let isa: ISA
  /// Float kernels.
  @usableFromInline package let float: FloatKernels
  /// Kernels on 8-bit integers.
  @usableFromInline package let quantized: QuantizedKernels
  /// Kernels on 16-bit integers.
  @usableFromInline package let pairs: PairKernels
  /// Element-wise functions.
  @usableFromInline package let elementwise: ElementwiseKernels
  /// Between floats and bytes.
  @usableFromInline package let conversion: ConversionKernels
  /// Windows of pixels.
  @usableFromInline package let pooling: PoolingKernels
  /// Sums and extremes along axes.
  @usableFromInline package let reduction: ReductionKernels
  /// Products with one vector.
  @usableFromInline package let recurrent: RecurrentKernels
  /// Bilinear interpolation.
  @usableFromInline package let resize: ResizeKernels
  /// Softmax and its logarithm.
  @usableFromInline package let softmax: SoftmaxKernels
  /// Bilinear pixels of pictures.
  @usableFromInline package let sampling: SamplingKernels
  /// What the processor does at most.
  @usableFromInline package let peak: PeakKernels

  /// Instantiates every template for one instruction set.
  @inlinable @inline(__always)
  package init<V: VectorISA>(instantiating set: V.Type) {
    isa = V.isa
    float = FloatKernels(instantiating: set)
    quantized = QuantizedKernels(instantiating: set)
    pairs = PairKernels(instantiating: set)
    elementwise = ElementwiseKernels(instantiating: set)
    conversion = ConversionKernels(instantiating: set)
    pooling = PoolingKernels(instantiating: set)
    reduction = ReductionKernels(instantiating: set)
    recurrent = RecurrentKernels(instantiating: set)
    resize = ResizeKernels(instantiating: set)
    softmax = SoftmaxKernels(instantiating: set)
    sampling = SamplingKernels(instantiating: set)
    peak = PeakKernels(instantiating: set)
  }
}
