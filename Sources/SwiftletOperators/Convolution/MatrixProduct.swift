internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// The right operand of a product in the form of a filter.
struct ProductFilter {
  /// One matrix `[columns, depth]`, or `[depth, columns]` of floats; a constant if it is the only one.
  let info: TensorInfo
  let place: ComposedStep.Place
  /// Whether floats lie as `[depth, columns]`.
  let isTransposed: Bool
  /// Whether the operand of the whole is a constant of the file.
  let isConstant: Bool
  /// Whether LiteRT's default path gives products with it to XNNPACK.
  let isDelegated: Bool

  /// Brings integers into the order of a filter.
  init(
    _ right: TensorInfo, of product: BatchProduct, adding whole: inout ComposedStep,
    in context: LoweringContext
  ) throws(OperatorError) {
    let isFloat = right.type == .float32
    let isSingle = product.rightBatch.elementCount == 1
    var matrix = right
    if product.isRightTransposed || isFloat {
      isTransposed = !product.isRightTransposed
      place =
        isSingle && right.constant != nil
        ? .nowhere : try BatchProduct.place(right, 1, in: context)
    } else {
      isTransposed = false
      let transposition = try MatrixTransposition(right)
      if let constant = right.constant {
        let memory = try context.packedWeights(
          of: constant, layout: "matrices \(right.shape) \(right.type.name) transposed",
          byteCount: right.byteCount
        ) { unsafe transposition.transpose(constant.pointer, to: $0.pointer) }
        matrix.constant = TensorBytes(memory)
        place = .memory(memory)
      } else {
        place = whole.value(byteCount: right.byteCount)
        whole.append(transposition.phase, inputs: [.input(1)], output: place)
      }
    }
    if !isSingle { matrix.constant = nil }
    matrix.shape =
      isTransposed ? [product.depth, product.columns] : [product.columns, product.depth]
    // Scales of channels count columns, whatever axis the file names.
    matrix.quantization?.axis = 0
    info = matrix
    isConstant = right.isStatic
    isDelegated =
      right.statedShape.rank >= 2 && right.quantization?.zeroPoints.allSatisfy { $0 == 0 } ?? true
  }
}

/// A product of rows with a filter of any type.
struct MatrixProduct {
  let rows: Int
  let depth: Int
  let columns: Int
  /// Whether floats get a zero point when they meet integers.
  let isAsymmetric: Bool

  /// The product as a step on the left operand, the filter and the output.
  func lowered(
    left: TensorInfo, _ filter: ProductFilter, output: TensorInfo, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    // Columns may be any axis of a constant, of which rows are counted with it.
    try context.reserve(channels: columns)
    var (left, output) = (left, output)
    left.shape = [rows, depth]
    left.constant = nil
    output.shape = [rows, columns]
    var product = Convolution(
      kind: .fullyConnected,
      geometry: ConvolutionGeometry(rows: rows, depth: depth, columns: columns), input: left,
      filter: filter.info, bias: nil, output: output, activation: .none)
    product.quantizesAsymmetrically = isAsymmetric
    let isDelegated = filter.isDelegated && left.statedShape.rank >= 2
    switch (left.type, output.type) {
    case (.float32, _) where filter.info.type == .float32:
      // A single column is the same either way, but BLAS checks strides that it does not use.
      let isTransposed = filter.isTransposed && columns > 1
      let matrix = DenseFilter(
        groups: 1, inputs: depth, depth: depth, columns: columns,
        columnStride: isTransposed ? 1 : depth, depthStride: isTransposed ? columns : 1)
      var step = try FloatConvolution.lower(product, matrix, in: context)
      step.multiplyAccumulates = product.multiplyAccumulates
      return step
    case (.float32, _):
      // XNNPACK reads a matrix that is no constant before it has a value.
      product.origin = .batchProduct(isDelegated: isDelegated && filter.isConstant)
      return try HybridConvolution.lower(product, in: context)
    case (_, .int32): return try rawSums(product, in: context)
    default:
      product.origin = .batchProduct(
        isDelegated: isDelegated && product.filter.scale != nil)
      // The peers' scale of a tensor that has several is 0.
      if product.filter.quantization?.isPerChannel ?? false {
        product.filter.quantization = Quantization(scale: 0, zeroPoint: 0)
      }
      return try product.lowered(in: context)
    }
  }

  /// Sums without zero points and scales.
  private func rawSums(
    _ product: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    var product = product
    product.input.quantization = nil
    var step = Step(kernel: "", phases: [])
    let image = try PairIntegers.image(of: product, &step, in: context)
    try PairConvolution.append(
      to: &step, product, image: image, filterZeroPoint: 0, isWide: false,
      epilogue: RawSums(columns: columns), in: context)
    return step
  }
}

/// Writes sums as they are.
private struct RawSums: PairEpilogue {
  let columns: Int

  func finish(_ sums: PairSums, in buffers: borrowing Buffers) {
    let first = sums.pixel * columns + sums.channels.lowerBound
    unsafe (buffers.output(as: Int32.self) + first).update(
      from: sums.narrow, count: sums.channels.count)
  }
}
