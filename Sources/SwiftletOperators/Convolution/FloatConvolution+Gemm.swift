internal import SwiftletSIMD
internal import SwiftletTensor

extension FloatConvolution {
  /// Lowers a convolution whose filter is a matrix for each group.
  static func lower(
    _ convolution: Convolution, _ filter: DenseFilter, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    if context.gemm == .openblas, let step = try lowerToOpenBLAS(convolution, filter, in: context) {
      return step
    }
    if let step = try lowerToWinograd(convolution, filter, in: context) { return step }
    return try lowerToPanels(convolution, filter, in: context)
  }

  /// Multiplies rows of the image with packed panels of the filter, without a copy of the image.
  static func lowerToPanels(
    _ convolution: Convolution, _ filter: DenseFilter, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let kernels = context.kernels.float
    let rows = PixelRows(convolution.geometry, filter)
    let layout = GemmF32Layout(
      columns: filter.columns, for: kernels, hasSingleRow: rows?.count == 1)
    let packing = packing(filter, layout)
    let weights = try FloatWeights(
      convolution, packing: packing,
      biasRuns: (filter.groups, filter.columns, layout.paddedColumns), in: context)
    let product = FloatPanels(
      geometry: convolution.geometry, filter: filter, layout: layout,
      gemm: kernels.gemm, weights: weights.weights, bias: weights.bias,
      limits: limits(of: convolution.activation))
    let time = Int(Double(convolution.multiplyAccumulates) / rate(of: kernels))
    var step = Step(
      kernel: "gemm f32 \(layout.panel(0).width) columns", phases: weights.phases,
      temporaries: weights.temporaries)
    if let rows {
      let cut = UnitCut(
        blocks: rows.blocks(panels: filter.groups * layout.count),
        panels: filter.groups * layout.count, weightBytes: 4 * packing.count)
      step.phases.append(
        Phase(units: cut.units, nanoseconds: time) { buffers, units in
          product.run(units, of: cut, rows, in: buffers)
        })
    } else {
      let windows = WindowRows(convolution.geometry)
      let cut = UnitCut(
        blocks: convolution.geometry.batches * windows.blocksPerImage,
        panels: filter.groups * layout.count, weightBytes: 4 * packing.count)
      step.phases.append(
        Phase(units: cut.units, nanoseconds: time) { buffers, units in
          product.run(units, of: cut, windows, in: buffers)
        })
    }
    return step
  }

  private static func packing(
    _ filter: DenseFilter, _ layout: GemmF32Layout
  ) -> FloatWeights.Packing {
    let matrix = layout.paddedColumns * filter.depth
    let panels = layout.count
    let groupStride = filter.columns * filter.columnStride
    return unsafe FloatWeights.Packing(
      layout: "gemm f32 \(layout.key) \(filter.key)", count: filter.groups * matrix,
      pieces: filter.groups * panels
    ) { source, target, piece in
      let group = piece / panels
      let panel = layout.panel(piece % panels)
      unsafe layout.pack(
        panel, from: source + 4 * group * groupStride, columnStride: filter.columnStride,
        depthStride: filter.depthStride, depth: filter.depth,
        into: target + group * matrix + panel.column * filter.depth)
    }
  }
}

/// How a product is cut into units: each is one panel for one block of rows.
///
/// Blocks come first, so that a block's rows stay in the nearest cache while the weights stream
/// past; weights beyond half of the second cache come first instead and pass once.
struct UnitCut: Sendable {
  let blocks: Int
  let panels: Int
  private let panelsFirst: Bool

  init(blocks: Int, panels: Int, weightBytes: Int) {
    self.blocks = blocks
    self.panels = panels
    panelsFirst = weightBytes > 512 << 10
  }

  /// The number of units.
  var units: Int { blocks * panels }

  /// The block and the panel of a unit.
  func place(_ unit: Int) -> (block: Int, panel: Int) {
    panelsFirst
      ? (unit % blocks, unit / blocks) : (unit / panels, unit % panels)
  }
}

/// Rows of a product that lie at one distance from each other in the input and in the output.
struct PixelRows: Sendable {
  let count: Int
  let inputStride: Int
  let depth: Int

  /// Sees a convolution as one product where each output pixel reads one stretch of the input and
  /// these are equally spaced; nil where it is more.
  init?(_ geometry: ConvolutionGeometry, _ filter: DenseFilter) {
    let pixels = geometry.batches * geometry.outputHeight * geometry.outputWidth
    let rowLength = geometry.inputWidth * geometry.inputChannels
    let isWhole =
      filter.groups == 1 && geometry.padTop == 0 && geometry.padLeft == 0
      && geometry.kernelWidth == geometry.inputWidth && geometry.dilationWidth == 1
      && geometry.dilationHeight == 1 && geometry.outputWidth == 1
    if geometry.isPointwise {
      (count, inputStride) = (pixels, geometry.inputChannels)
    } else if isWhole && geometry.innerRows.count == geometry.outputHeight
      && (geometry.batches == 1 || geometry.outputHeight == 1)
    {
      // The window is as wide as the image: lines of the image are the rows.
      let imageLength = geometry.inputHeight * rowLength
      count = pixels
      inputStride = geometry.batches == 1 ? geometry.strideHeight * rowLength : imageLength
    } else {
      return nil
    }
    depth = filter.depth
  }

  /// The number of blocks: of 24 rows, which every height of tile divides, of several times that
  /// where rows are short, or of fewer where too few units would be left to share among threads.
  func blocks(panels: Int) -> Int {
    let rows = 24 * max(1, min(4, 2048 / max(24 * depth, 1)))
    let blocks = (count + rows - 1) / rows
    guard blocks * panels < 16 else { return blocks }
    return (count + 11) / 12
  }

  /// The rows of a block, as even as can be.
  func rows(_ block: Int, of blocks: Int) -> Range<Int> {
    block * count / blocks..<(block + 1) * count / blocks
  }
}
