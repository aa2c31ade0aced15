internal import SwiftletSIMD
internal import SwiftletTensor

/// A product with weights of 4 bits and scales of blocks, on bytes: for instruction sets that
/// multiply unsigned by signed bytes.
///
/// `Σ scale · Σ (q − z) w` is taken apart as XNNPACK does: the weights are made unsigned, `w + 8`,
/// which each block's sum of activations makes up for, and the zero point takes one product with
/// `Σ scale · Σ w`.
@safe struct NibbleRows: Sendable {
  private let geometry: ConvolutionGeometry
  private let blocks: WeightBlocks
  private let packed: AlignedMemory
  private let scales: AlignedMemory
  private let input: HybridInput
  private let bias: PairOperand?
  private let limits: ClosedRange<Float>
  private let kernels: QuantizedKernels
  /// The temporaries with the bytes of all rows, and with what their blocks start with.
  private let bytes: Int
  private let starts: Int

  /// The columns of a panel.
  private static let width = 64

  static func lower(
    _ convolution: Convolution, _ blocks: WeightBlocks, isDelegated: Bool,
    in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let geometry = convolution.geometry
    let packed = try context.packedWeights(
      of: blocks.weights, layout: "nibbles \(blocks.units)×\(blocks.depth)",
      byteCount: panels(blocks.units) * (blocks.depth / 2 * width)
    ) { Self.pack(blocks, into: $0) }
    var step = Step(kernel: "gemm q8 q4 blocks of \(blocks.size)", phases: [])
    let input = try HybridInput(
      convolution.input, groups: geometry.pixels, linesPerGroup: 1,
      lineLength: geometry.inputChannels,
      quantizer: HybridQuantizer(kind: isDelegated ? .delegated : .asymmetric), adding: &step,
      in: context)
    let rows = NibbleRows(
      geometry: geometry, blocks: blocks, packed: packed,
      scales: try scales(of: blocks, in: context),
      input: input,
      bias: try convolution.bias(in: context),
      limits: convolution.activation.floatLimits, kernels: context.kernels.quantized,
      bytes: step.temporaries.count, starts: step.temporaries.count + 1)
    step.temporaries += [
      geometry.pixels * geometry.inputChannels, 4 * geometry.pixels * blocks.count,
    ]
    step.multiplyAccumulates = convolution.multiplyAccumulates
    step.scratchBytes = 4 * width
    step.phases.append(
      Phase(units: geometry.pixels, nanoseconds: geometry.pixels * geometry.inputChannels) {
        buffers, range in
        for row in range { rows.narrow(row, in: buffers) }
      })
    let panels = panels(blocks.units)
    step.phases.append(
      Phase(
        units: geometry.pixels * panels, nanoseconds: step.multiplyAccumulates / 90
      ) { buffers, range in
        for unit in range { rows.multiply(unit, panels: panels, in: buffers) }
      })
    return step
  }

  private static func panels(_ units: Int) -> Int { (units + width - 1) / width }

  /// The nibbles of all panels.
  private static func pack(_ blocks: WeightBlocks, into memory: AlignedMemory) {
    let depth = blocks.depth
    let panelBytes = depth / 2 * width
    let expanded = blocks.expandedWeights()
    let weights = unsafe expanded.pointer.assumingMemoryBound(to: Int8.self)
    let nibbles = unsafe memory.pointer.assumingMemoryBound(to: UInt8.self)
    for unit in 0..<blocks.units {
      let (panel, column) = unit.quotientAndRemainder(dividingBy: width)
      let row = unsafe weights + unit * depth
      for word in 0..<depth / 8 {
        let target = unsafe nibbles + (panel * panelBytes + (word * width + column) * 4)
        for step in 0..<4 {
          let low = unsafe UInt8(bitPattern: row[8 * word + step] &+ 8)
          let high = unsafe UInt8(bitPattern: row[8 * word + 4 + step] &+ 8)
          unsafe target[step] = low & 0xF | high << 4
        }
      }
    }
    withExtendedLifetime(expanded) {}
  }

  /// The scales of all panels, then for each unit `Σ scale · Σ w`.
  ///
  /// Filters that share their weights may have other scales.
  private static func scales(
    of blocks: WeightBlocks, in context: LoweringContext
  ) throws(OperatorError) -> AlignedMemory {
    let panels = panels(blocks.units)
    let memory = try context.memory(byteCount: 4 * panels * width * (blocks.count + 1))
    let scales = unsafe memory.pointer.assumingMemoryBound(to: Float.self)
    let totals = unsafe scales + panels * blocks.count * width
    let expanded = blocks.expandedWeights()
    let weights = unsafe expanded.pointer.assumingMemoryBound(to: Int8.self)
    for unit in 0..<blocks.units {
      let (panel, column) = unit.quotientAndRemainder(dividingBy: width)
      let row = unsafe weights + unit * blocks.depth
      var total = 0.0
      for block in 0..<blocks.count {
        let scale = blocks.scale(unit: unit, block: block)
        unsafe scales[(panel * blocks.count + block) * width + column] = scale
        var sum = 0
        for step in 0..<blocks.size { sum += unsafe Int(row[block * blocks.size + step]) }
        total += Double(scale) * Double(sum)
      }
      unsafe totals[unit] = Float(total)
    }
    withExtendedLifetime(expanded) {}
    return memory
  }

  /// The bytes of a row, and what its blocks start with.
  private func narrow(_ row: Int, in buffers: borrowing Buffers) {
    let depth = blocks.depth
    let zero = input.zeroPoint(ofLine: row, in: buffers)
    let source =
      unsafe input.image.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
      + row * depth
    let target = unsafe buffers.temporary(bytes).assumingMemoryBound(to: Int8.self) + row * depth
    let first =
      unsafe buffers.temporary(starts).assumingMemoryBound(to: Int32.self)
      + row * blocks.count
    for block in 0..<blocks.count {
      var sum: Int32 = 0
      for step in block * blocks.size..<(block + 1) * blocks.size {
        let value = unsafe Int32(source[step]) &+ zero
        unsafe target[step] = Int8(truncatingIfNeeded: value)
        sum &+= value
      }
      unsafe first[block] = -8 &* sum
    }
  }

  /// One panel of one row.
  private func multiply(_ unit: Int, panels: Int, in buffers: borrowing Buffers) {
    let (row, panel) = unit.quotientAndRemainder(dividingBy: panels)
    let (depth, width) = (blocks.depth, Self.width)
    let panelBytes = depth / 2 * width
    let scales = unsafe self.scales.pointer.assumingMemoryBound(to: Float.self)
    let totals = unsafe scales + panels * blocks.count * width
    let sums = unsafe buffers.scratch.assumingMemoryBound(to: Float.self)
    var product = unsafe NibbleProduct(
      activations: UnsafeRawPointer(buffers.temporary(bytes) + row * depth),
      starts: UnsafePointer(
        buffers.temporary(starts).assumingMemoryBound(to: Int32.self) + row * blocks.count),
      weights: UnsafeRawPointer(packed.pointer + panel * panelBytes),
      scales: UnsafePointer(scales + panel * blocks.count * width), blocks: blocks.count,
      blockWords: blocks.size / 8)
    unsafe kernels.nibbles(&product, sums)
    let zero = Float(input.zeroPoint(ofLine: row, in: buffers))
    let scale = unsafe buffers.temporary(input.scales).assumingMemoryBound(to: Float.self)[row]
    let first = panel * width
    let output = unsafe buffers.output(as: Float.self) + (row * geometry.outputChannels + first)
    for column in 0..<min(width, geometry.outputChannels - first) {
      var value = unsafe (sums[column] - zero * totals[first + column]) * scale
      if let bias {
        value += unsafe bias.pointer(in: buffers).assumingMemoryBound(to: Float.self)[
          first + column]
      }
      unsafe output[column] = min(max(value, limits.lowerBound), limits.upperBound)
    }
  }
}
