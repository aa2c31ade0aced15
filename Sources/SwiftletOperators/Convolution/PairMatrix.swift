internal import SwiftletSIMD
internal import SwiftletTensor

/// A dense convolution of 16-bit integers: each output pixel is a row that is multiplied with the
/// packed weights of each group.
@safe struct PairMatrix: Sendable {
  /// The rows of a block: their activations stay in the first-level cache while the weights pass by.
  static let blockRows = 24
  /// Up to this many rows are shared among threads by panels of columns.
  static let fewRows = 8

  let geometry: ConvolutionGeometry
  let groups: Int
  let packing: PairPacking
  let image: PairOperand
  let weights: PairOperand
  let isWide: Bool
  let kernel: @Sendable (UnsafePointer<PairProduct>) -> Void

  /// Adds the phases of a product to a step that makes the image.
  static func append(
    to step: inout Step, _ convolution: Convolution, image: PairOperand, groups: Int,
    filterZeroPoint: Int, isWide: Bool, epilogue: some PairEpilogue, in context: LoweringContext
  ) throws(OperatorError) {
    let kernels = context.kernels.pairs
    let geometry = convolution.geometry
    let packing = packing(convolution, groups: groups, lanes: kernels.lanes)
    let filter = filter(convolution, packing, groups: groups, zeroPoint: filterZeroPoint)
    let weights = try filter.operand(of: convolution.filter, adding: &step, in: context)
    let matrix = unsafe PairMatrix(
      geometry: geometry, groups: groups, packing: packing, image: image, weights: weights,
      isWide: isWide, kernel: kernels.product)
    step.kernel = "gemm i16 \(geometry.kernelHeight)×\(geometry.kernelWidth)"
    step.scratchBytes = max(step.scratchBytes, matrix.scratchBytes)
    let time = step.multiplyAccumulates / (3 * kernels.lanes)
    if geometry.pixels <= fewRows, groups == 1, geometry.isPointwise, packing.panels > 2 {
      step.phases.append(
        Phase(units: packing.panels, nanoseconds: time) { buffers, panels in
          matrix.run(0..<geometry.pixels, panels: panels, epilogue, in: buffers)
        })
    } else {
      step.phases.append(
        Phase(units: geometry.pixels, grain: blockRows / 2, nanoseconds: time) {
          buffers, pixels in
          matrix.run(pixels, panels: 0..<packing.panels, epilogue, in: buffers)
        })
    }
  }

  /// The layout of one group's weights.
  static func packing(_ convolution: Convolution, groups: Int, lanes: Int) -> PairPacking {
    let geometry = convolution.geometry
    let depth = geometry.kernelHeight * geometry.kernelWidth * (geometry.inputChannels / groups)
    // A filter of a depthwise convolution has its output channels innermost.
    let isDepthwise = convolution.kind.channelAxis == 3
    return PairPacking(
      columns: geometry.outputChannels / groups, depth: depth,
      columnStride: isDepthwise ? 1 : depth,
      depthStride: isDepthwise ? geometry.outputChannels : 1, lanes: lanes)
  }

  /// How the weights of all groups are packed.
  static func filter(
    _ convolution: Convolution, _ packing: PairPacking, groups: Int, zeroPoint: Int
  ) -> PairFilter {
    let isUnsigned = convolution.filter.type == .uint8
    return unsafe PairFilter(
      layout: "pairs \(packing.key) groups=\(groups) zero=\(zeroPoint)",
      byteCount: groups * packing.byteCount, pieces: groups * packing.panels
    ) { source, target, piece in
      let (group, panel) = piece.quotientAndRemainder(dividingBy: packing.panels)
      unsafe packing.pack(
        panel: panel, into: target + group * packing.byteCount,
        from: source + group * packing.columns * packing.columnStride, isUnsigned: isUnsigned,
        zeroPoint: zeroPoint)
    }
  }

  private var depthChannels: Int { geometry.inputChannels / groups }
  /// The integers from one gathered row to the next.
  private var rowStride: Int { 2 * packing.pairs }

  // Scratch: gathered rows, then sums of 32 bits, then sums of 64 bits.
  private var gatheredBytes: Int {
    geometry.isPointwise ? 0 : (Self.blockRows * rowStride * 2 + 63) & ~63
  }
  private var sumBytes: Int { Self.blockRows * packing.paddedColumns * 4 }
  private var isChunked: Bool { isWide && packing.pairs > PairConvolution.exactPairs }
  private var scratchBytes: Int {
    gatheredBytes + sumBytes + (isChunked ? 2 * sumBytes : 0)
  }
}

// MARK: Running

extension PairMatrix {
  /// Computes output pixels, counted over the whole batch, in some panels of columns.
  func run(
    _ pixels: Range<Int>, panels: Range<Int>, _ epilogue: some PairEpilogue,
    in buffers: borrowing Buffers
  ) {
    let source = unsafe image.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
    let gathered = unsafe buffers.scratch.assumingMemoryBound(to: Int16.self)
    for group in 0..<groups {
      var first = pixels.lowerBound
      while first < pixels.upperBound {
        let block = first..<min(pixels.upperBound, first + Self.blockRows)
        if geometry.isPointwise {
          let rows = unsafe source + first * geometry.inputChannels + group * depthChannels
          unsafe multiply(
            rows, stride: geometry.inputChannels, block, panels, group, epilogue, in: buffers)
        } else {
          unsafe gather(block, group, from: source, to: gathered)
          unsafe multiply(
            UnsafePointer(gathered), stride: rowStride, block, panels, group, epilogue,
            in: buffers)
        }
        first = block.upperBound
      }
    }
  }

  private func multiply(
    _ rows: UnsafePointer<Int16>, stride: Int, _ pixels: Range<Int>, _ panels: Range<Int>,
    _ group: Int, _ epilogue: some PairEpilogue, in buffers: borrowing Buffers
  ) {
    let sums = unsafe (buffers.scratch + gatheredBytes).assumingMemoryBound(to: Int32.self)
    let padded = panels.count * packing.width
    var product = unsafe PairProduct(
      activations: rows, rowStride: stride, rows: pixels.count, pairs: packing.pairs,
      weights: weights.pointer(in: buffers) + group * packing.byteCount
        + panels.lowerBound * packing.panelBytes,
      panelBytes: packing.panelBytes, panels: panels.count, sums: sums, sumStride: padded)
    var wide: UnsafeMutablePointer<Int64>?
    if isChunked {
      let totals = unsafe (buffers.scratch + (gatheredBytes + sumBytes))
        .assumingMemoryBound(to: Int64.self)
      unsafe accumulate(&product, into: totals)
      unsafe wide = totals
    } else {
      unsafe kernel(&product)
    }
    let first = panels.lowerBound * packing.width
    let columns = first..<min(packing.columns, panels.upperBound * packing.width)
    let offset = group * packing.columns
    for (row, pixel) in pixels.enumerated() {
      let values = unsafe PairSums(
        narrow: UnsafePointer(sums + row * padded),
        wide: wide.map { unsafe UnsafePointer($0 + row * padded) },
        channels: offset + columns.lowerBound..<offset + columns.upperBound, pixel: pixel)
      epilogue.finish(values, in: buffers)
    }
  }

  /// Adds the exact sums of parts of the depth.
  private func accumulate(
    _ product: inout PairProduct, into totals: UnsafeMutablePointer<Int64>
  ) {
    let count = product.rows * product.sumStride
    unsafe totals.update(repeating: 0, count: count)
    let part = PairConvolution.exactPairs
    var first = 0
    while first < packing.pairs {
      product.pairs = min(part, packing.pairs - first)
      unsafe kernel(&product)
      for index in 0..<count { unsafe totals[index] += Int64(product.sums[index]) }
      unsafe product.activations += 2 * part
      unsafe product.weights += 4 * part * packing.width
      first += part
    }
  }

  /// Lays out what each pixel of a block reads as one row, with zeros outside the image.
  private func gather(
    _ pixels: Range<Int>, _ group: Int, from input: UnsafePointer<Int16>,
    to rows: UnsafeMutablePointer<Int16>
  ) {
    let depth = depthChannels
    for (index, pixel) in pixels.enumerated() {
      var target = unsafe rows + index * rowStride
      let (line, column) = pixel.quotientAndRemainder(dividingBy: geometry.outputWidth)
      let (batch, row) = line.quotientAndRemainder(dividingBy: geometry.outputHeight)
      let left = column * geometry.strideWidth - geometry.padLeft
      let isInside = left >= 0 && left + geometry.kernelWidth <= geometry.inputWidth
      let isJoined = isInside && geometry.dilationWidth == 1 && groups == 1
      for tapRow in 0..<geometry.kernelHeight {
        let y =
          row * geometry.strideHeight - geometry.padTop + tapRow * geometry.dilationHeight
        guard y >= 0, y < geometry.inputHeight else {
          unsafe target.update(repeating: 0, count: geometry.kernelWidth * depth)
          unsafe target += geometry.kernelWidth * depth
          continue
        }
        let start = (batch * geometry.inputHeight + y) * geometry.inputWidth
        if isJoined {
          let count = geometry.kernelWidth * depth
          unsafe target.update(from: input + (start + left) * depth, count: count)
          unsafe target += count
          continue
        }
        for tap in 0..<geometry.kernelWidth {
          let x = left + tap * geometry.dilationWidth
          if x >= 0, x < geometry.inputWidth {
            let source = (start + x) * geometry.inputChannels + group * depth
            unsafe target.update(from: input + source, count: depth)
          } else {
            unsafe target.update(repeating: 0, count: depth)
          }
          unsafe target += depth
        }
      }
    }
  }
}
