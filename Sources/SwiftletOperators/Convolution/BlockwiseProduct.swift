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
    let isDelegated = context.arithmetic == .litert && convolution.isDelegatedByBlocks
    let blocks = try Blocks(convolution, roundsScales: isDelegated)
    let packing = PairMatrix.packing(convolution, groups: 1, lanes: context.kernels.pairs.lanes)
    let weights = try context.packedWeights(
      of: blocks.weights, layout: "pairs blockwise \(packing)"
    ) {
      let bytes = blocks.expandedWeights()
      let memory = AlignedMemory(byteCount: packing.byteCount)
      withExtendedLifetime(bytes) {
        for panel in 0..<packing.panels {
          unsafe packing.pack(
            panel: panel, into: memory.pointer,
            from: UnsafePointer(bytes.pointer.assumingMemoryBound(to: UInt8.self)),
            isUnsigned: false, zeroPoint: 0)
        }
      }
      return memory
    }
    var step = Step(kernel: "gemm i16 blocks of \(blocks.size)", phases: [])
    let input = HybridInput(
      convolution.input, groups: geometry.pixels, linesPerGroup: 1,
      lineLength: geometry.inputChannels,
      quantizer: HybridQuantizer(kind: isDelegated ? .delegated : .asymmetric), adding: &step,
      in: context)
    let rows = BlockwiseRows(
      geometry: geometry, packing: packing, blockSize: blocks.size, weights: weights,
      scales: blocks.scales(padded: packing.paddedColumns), input: input,
      bias: convolution.bias.map { PairOperand($0, index: 2) },
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

extension Convolution {
  /// Whether LiteRT's default path gives a product by blocks to XNNPACK.
  fileprivate var isDelegatedByBlocks: Bool {
    filter.constant != nil && (bias == nil || bias?.constant != nil) && activation != .tanh
      && activation != .signBit
  }
}

extension Float {
  /// The nearest number with the significand of `bfloat16`, ties to even.
  fileprivate var roundedToUpperHalf: Float {
    let even = bitPattern >> 16 & 1
    return Float(bitPattern: (bitPattern &+ 0x7FFF &+ even) & 0xFFFF_0000)
  }
}

/// The weights and scales of a filter that is quantised by blocks.
private struct Blocks {
  let weights: TensorBytes
  let size: Int
  private let units: Int
  private let depth: Int
  /// The scales in the order of units, then blocks.
  private let values: [Float]

  /// Checks and reads a filter; XNNPACK keeps scales in `bfloat16`.
  init(_ convolution: Convolution, roundsScales: Bool) throws(OperatorError) {
    guard convolution.kind == .fullyConnected, convolution.filter.type == .int4,
      let info = convolution.filter.blockwise
    else {
      throw .unsupported(
        "has a filter of \(convolution.filter.type.name) with scales of blocks")
    }
    guard let weights = convolution.filter.constant, let bytes = info.bytes else {
      throw .unsupported("has a filter with scales of blocks that is not a constant")
    }
    units = convolution.geometry.outputChannels
    depth = convolution.geometry.inputChannels
    size = info.blockSize
    guard size > 0, size % 2 == 0, depth % size == 0 else {
      throw .unsupported("has blocks of \(size) weights in rows of \(depth)")
    }
    let stored: [Float]
    switch info.type {
    case .float16: stored = bytes.elements(as: UInt16.self).map { Float(halfBits: $0) }
    case .float32: stored = bytes.elements(as: Float.self)
    default: throw .unsupported("has scales of blocks of type \(info.type.name)")
    }
    values = roundsScales ? stored.map(\.roundedToUpperHalf) : stored
    self.weights = weights
    guard values.count >= units * (depth / size), weights.count >= units * depth / 2 else {
      throw .invalid(
        "has \(values.count) scales and \(weights.count) bytes for \(units) rows of \(depth)")
    }
  }

  /// The weights as bytes; the depth is even, so that rows have no padding.
  func expandedWeights() -> AlignedMemory {
    let memory = AlignedMemory(byteCount: units * depth)
    unsafe PackedIntegers.expand(.int4, weights.pointer, to: memory.pointer, count: units * depth)
    return memory
  }

  /// The scales in the order of blocks, then units with padding.
  func scales(padded: Int) -> AlignedMemory {
    let blocks = depth / size
    let memory = AlignedMemory(byteCount: 4 * blocks * padded)
    let floats = unsafe memory.pointer.assumingMemoryBound(to: Float.self)
    for unit in 0..<units {
      for block in 0..<blocks {
        unsafe floats[block * padded + unit] = values[unit * blocks + block]
      }
    }
    return memory
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
