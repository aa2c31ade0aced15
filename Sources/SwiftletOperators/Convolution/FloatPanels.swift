internal import SwiftletSIMD

/// A float convolution as products of rows with packed panels.
struct FloatPanels: Sendable {
  let geometry: ConvolutionGeometry
  let filter: DenseFilter
  let layout: GemmF32Layout
  let gemm: @Sendable (GemmF32Arguments) -> Void
  let weights: FloatOperand
  let bias: FloatOperand
  let limits: (low: Float, high: Float)

  /// The arguments for one panel of one group, with the first row of the whole tensors.
  private func arguments(
    panel index: Int, in buffers: borrowing Buffers
  ) -> GemmF32Arguments {
    let group = index / layout.count
    let panel = layout.panel(index % layout.count)
    let column = group * layout.paddedColumns + panel.column
    return unsafe GemmF32Arguments(
      input: buffers.input(0, as: Float.self) + group * filter.inputs, rows: 0, rowStride: 0,
      depth: filter.depth,
      weights: weights.pointer(in: buffers) + column * filter.depth,
      bias: bias.pointer(in: buffers) + column, panel: panel,
      output: buffers.output(as: Float.self) + (group * filter.columns + panel.column),
      outputStride: geometry.outputChannels, low: limits.low, high: limits.high)
  }

  /// Units of a product of equally spaced rows.
  func run(
    _ units: Range<Int>, of cut: UnitCut, _ rows: PixelRows, in buffers: borrowing Buffers
  ) {
    for unit in units {
      let (block, panel) = cut.place(unit)
      let range = rows.rows(block, of: cut.blocks)
      var arguments = arguments(panel: panel, in: buffers)
      unsafe arguments.input += range.lowerBound * rows.inputStride
      unsafe arguments.output += range.lowerBound * geometry.outputChannels
      arguments.rows = range.count
      arguments.rowStride = rows.inputStride
      gemm(arguments)
    }
  }

  /// Units of a product whose rows are windows of an image.
  func run(
    _ units: Range<Int>, of cut: UnitCut, _ windows: WindowRows, in buffers: borrowing Buffers
  ) {
    for unit in units {
      let (block, panel) = cut.place(unit)
      let image = block / windows.blocksPerImage
      let range = windows.rows(block % windows.blocksPerImage)
      var arguments = arguments(panel: panel, in: buffers)
      unsafe arguments.input +=
        image * geometry.inputHeight * geometry.inputWidth * geometry.inputChannels
      unsafe arguments.output +=
        image * geometry.outputHeight * geometry.outputWidth * geometry.outputChannels
      let inner = range.clamped(to: windows.innerRows)
      for row in range where !inner.contains(row) {
        run(row..<row + 1, windows, arguments)
      }
      run(inner, windows, arguments)
    }
  }

  /// Output rows that all have the same taps inside the image.
  private func run(_ rows: Range<Int>, _ windows: WindowRows, _ arguments: GemmF32Arguments) {
    guard let first = rows.first else { return }
    let taps = geometry.rowTaps(first)
    for column in 0..<geometry.outputWidth where !windows.wideColumns.contains(column) {
      var strip = stretches(arguments, rows: taps, columns: geometry.columnTaps(column))
      move(&strip, row: first, column: column)
      strip.rows = rows.count
      strip.rowStride =
        geometry.strideHeight * geometry.inputWidth * geometry.inputChannels
      strip.outputStride = geometry.outputWidth * geometry.outputChannels
      gemm(strip)
    }
    guard let column = windows.wideColumns.first else { return }
    let whole = Taps(first: 0, end: geometry.kernelWidth)
    for row in rows {
      var line = stretches(arguments, rows: taps, columns: whole)
      move(&line, row: row, column: column)
      line.rows = windows.wideColumns.count
      line.rowStride = geometry.strideWidth * geometry.inputChannels
      gemm(line)
    }
  }

  /// Restricts a product to some taps of the window.
  private func stretches(
    _ arguments: GemmF32Arguments, rows: Taps, columns: Taps
  ) -> GemmF32Arguments {
    var arguments = arguments
    let channels = geometry.inputChannels
    let skipped = rows.first * geometry.kernelWidth + columns.first
    unsafe arguments.weights += skipped * filter.inputs * arguments.width
    unsafe arguments.input +=
      (rows.first * geometry.dilationHeight * geometry.inputWidth
        + columns.first * geometry.dilationWidth) * channels
    arguments.runs = rows.count
    arguments.runStride = geometry.dilationHeight * geometry.inputWidth * channels
    arguments.runDepth = geometry.kernelWidth * filter.inputs
    if geometry.dilationWidth == 1 && filter.groups == 1 {
      arguments.depth = columns.count * channels
    } else {
      arguments.taps = columns.count
      arguments.tapStride = geometry.dilationWidth * channels
      arguments.depth = filter.inputs
    }
    return arguments
  }

  /// Moves the first row of a product to an output pixel.
  private func move(_ arguments: inout GemmF32Arguments, row: Int, column: Int) {
    let top = row * geometry.strideHeight - geometry.padTop
    let left = column * geometry.strideWidth - geometry.padLeft
    unsafe arguments.input += (top * geometry.inputWidth + left) * geometry.inputChannels
    unsafe arguments.output +=
      (row * geometry.outputWidth + column) * geometry.outputChannels
  }
}

/// How the output rows of an image are cut into blocks, and its columns into those that are
/// multiplied along a row and those that are multiplied down the block.
struct WindowRows: Sendable {
  let height: Int
  let blocksPerImage: Int
  let innerRows: Range<Int>
  /// The columns whose windows lie inside the image, where they are enough to fill tiles; the
  /// others form strips down the block, whose windows are clipped alike.
  let wideColumns: Range<Int>

  init(_ geometry: ConvolutionGeometry) {
    height = geometry.outputHeight
    innerRows = geometry.innerRows
    let inner = geometry.innerColumns
    wideColumns = inner.count >= 4 ? inner : 0..<0
    // At least six rows fill a tile of a strip, at least 24 pixels a block.
    let width = max(geometry.outputWidth, 1)
    let rows = max(6, (23 + width) / width)
    blocksPerImage = (height + rows - 1) / rows
  }

  /// The output rows of a block.
  func rows(_ block: Int) -> Range<Int> {
    block * height / blocksPerImage..<(block + 1) * height / blocksPerImage
  }
}
