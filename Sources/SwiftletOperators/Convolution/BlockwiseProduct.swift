internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// FULLY_CONNECTED of floats with 4-bit weights whose scales change from block to block.
///
/// The rows of weights start on byte boundaries. Each row of the input is brought to 8 bits with a
/// zero point, the sums of blocks are scaled and added as floats.
enum BlockwiseProduct {
  /// Packs weights and scales, which must be constants.
  static func lower(
    _ convolution: Convolution, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let geometry = convolution.geometry
    let isDelegated = context.arithmetic == .litert && convolution.hasDelegableWeights
    let blocks = try WeightBlocks(convolution, roundsScales: isDelegated)
    if context.kernels.quantized.activationsPerWord == 4, blocks.size % 8 == 0 {
      return try NibbleRows.lower(convolution, blocks, isDelegated: isDelegated, in: context)
    }
    let packing = PairMatrix.packing(convolution, groups: 1, lanes: context.kernels.pairs.lanes)
    let weights = try context.packedWeights(
      of: blocks.weights, layout: "pairs blockwise \(packing.key)",
      byteCount: packing.byteCount
    ) { memory in
      let bytes = blocks.expandedWeights()
      withExtendedLifetime(bytes) {
        for panel in 0..<packing.panels {
          unsafe packing.pack(
            panel: panel, into: memory.pointer,
            from: UnsafePointer(bytes.pointer.assumingMemoryBound(to: UInt8.self)),
            isUnsigned: false, zeroPoint: 0)
        }
      }
    }
    var step = Step(kernel: "gemm i16 blocks of \(blocks.size)", phases: [])
    let input = try HybridInput(
      convolution.input, groups: geometry.pixels, linesPerGroup: 1,
      lineLength: geometry.inputChannels,
      quantizer: HybridQuantizer(kind: isDelegated ? .delegated : .asymmetric), adding: &step,
      in: context)
    let rows = BlockwiseRows(
      geometry: geometry, packing: packing, blockSize: blocks.size, weights: weights,
      scales: try blocks.scales(padded: packing.paddedColumns, in: context), input: input,
      bias: try convolution.bias(in: context),
      limits: convolution.activation.floatLimits, kernels: context.kernels.pairs)
    step.multiplyAccumulates = convolution.multiplyAccumulates
    step.scratchBytes = 8 * packing.width
    step.phases.append(
      Phase(
        units: geometry.pixels * packing.panels,
        nanoseconds: step.multiplyAccumulates / context.kernels.pairs.lanes
      ) { buffers, units in
        for unit in units { rows.run(unit, in: buffers) }
      })
    return step
  }
}

/// A product by rows and panels of units.
@safe private struct BlockwiseRows: Sendable {
  let geometry: ConvolutionGeometry
  let packing: PairPacking
  let blockSize: Int
  let weights: AlignedMemory
  let scales: AlignedMemory
  let input: HybridInput
  let bias: PairOperand?
  let limits: ClosedRange<Float>
  let kernels: PairKernels

  /// One panel of one row.
  func run(_ unit: Int, in buffers: borrowing Buffers) {
    let (row, panel) = unit.quotientAndRemainder(dividingBy: packing.panels)
    let width = packing.width
    let sums = unsafe buffers.scratch.assumingMemoryBound(to: Int32.self)
    let totals = unsafe (buffers.scratch + 4 * width).assumingMemoryBound(to: Float.self)
    unsafe totals.update(repeating: 0, count: width)
    let pixels = unsafe input.image.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
    var product = unsafe PairProduct(
      activations: pixels + row * geometry.inputChannels, rowStride: geometry.inputChannels,
      rows: 1, pairs: blockSize / 2, weights: weights.pointer + panel * packing.panelBytes,
      panelBytes: packing.panelBytes, panels: 1, sums: sums, sumStride: width)
    var blockScales =
      unsafe UnsafePointer(scales.pointer.assumingMemoryBound(to: Float.self)) + panel * width
    for _ in 0..<geometry.inputChannels / blockSize {
      unsafe kernels.product(&product)
      unsafe kernels.scale(
        sums, totals, width,
        PairScaling(
          row: 1, columns: blockScales, biases: UnsafePointer(totals), order: .rowFirst,
          low: -.infinity, high: .infinity))
      unsafe product.activations += blockSize
      unsafe product.weights += 2 * blockSize * width
      unsafe blockScales += packing.paddedColumns
    }
    let scale = unsafe buffers.temporary(input.scales).assumingMemoryBound(to: Float.self)[row]
    let first = panel * width
    let output = unsafe buffers.output(as: Float.self) + (row * geometry.outputChannels + first)
    for column in 0..<min(width, geometry.outputChannels - first) {
      var value = unsafe totals[column] * scale
      if let bias {
        value += unsafe bias.pointer(in: buffers).assumingMemoryBound(to: Float.self)[
          first + column]
      }
      unsafe output[column] = min(max(value, limits.lowerBound), limits.upperBound)
    }
  }
}
