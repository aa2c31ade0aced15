internal import SwiftletSIMD
internal import SwiftletTensor

/// A 3×3 convolution in Winograd's domain: transform tiles, multiply at each position, transform
/// back.
@safe struct FloatWinograd: Sendable {
  let geometry: ConvolutionGeometry
  let tiling: WinogradTiling
  let gemm: @Sendable (GemmF32Arguments) -> Void
  let transformInput: @Sendable (WinogradF32Arguments, Bool) -> Void
  let transformOutput: @Sendable (WinogradF32Arguments, Bool) -> Void
  let image: FloatImage
  let weights: FloatOperand
  let bias: FloatOperand
  /// The bias of the products.
  let zeros: AlignedMemory
  let limits: (low: Float, high: Float)

  /// Few tiles are shared among threads by positions and panels, with the transforms in
  /// temporaries; many by blocks of tiles, with the transforms in each thread's scratch.
  private var isShared: Bool { tiling.tiles <= 4 * tiling.block }

  /// The tiles that buffers have room for.
  private var room: Int { isShared ? tiling.tiles : tiling.block }

  private var transformedBytes: Int {
    4 * tiling.size * tiling.size * positionStride(channels: tiling.paddedInputs)
  }

  private var productBytes: Int {
    4 * tiling.size * tiling.size * positionStride(channels: tiling.layout.paddedColumns)
  }

  /// The floats from one position of a tile to the next: an odd number of cache lines, so that the
  /// positions of a tile do not compete for the same lines of the first cache.
  private func positionStride(channels: Int) -> Int {
    (room * channels + 15) / 16 * 16 | 16
  }

  /// The buffers that the phases share; the weights of this step are constants and need none.
  var temporaries: [Int] { isShared ? [transformedBytes, productBytes] : [] }

  /// The bytes that each thread needs.
  var scratchBytes: Int { isShared ? 0 : transformedBytes + productBytes }

  /// The work, with the estimated time of all of it.
  func phases(nanoseconds: Int) -> [Phase] {
    let tiles = tiling.tiles
    if !isShared {
      let block = tiling.block
      return [
        Phase(units: (tiles + block - 1) / block, nanoseconds: nanoseconds) { buffers, blocks in
          for index in blocks {
            let range = index * block..<min(tiles, (index + 1) * block)
            let memory = unsafe Memory(
              transformed: buffers.scratch, products: buffers.scratch + transformedBytes)
            transform(range, from: range.lowerBound, memory, in: buffers)
            multiply(
              0..<tiling.size * tiling.size * tiling.layout.count, rows: range.count, memory,
              in: buffers)
            finish(range, from: range.lowerBound, memory, in: buffers)
          }
        }
      ]
    }
    let shared = { @Sendable (buffers: borrowing Buffers) in
      unsafe Memory(transformed: buffers.temporary(0), products: buffers.temporary(1))
    }
    return [
      Phase(units: tiles, nanoseconds: nanoseconds / 4) { buffers, range in
        transform(range, from: 0, shared(buffers), in: buffers)
      },
      Phase(
        units: tiling.size * tiling.size * tiling.layout.count, nanoseconds: nanoseconds / 2
      ) { buffers, units in
        multiply(units, rows: tiles, shared(buffers), in: buffers)
      },
      Phase(units: tiles, nanoseconds: nanoseconds / 4) { buffers, range in
        finish(range, from: 0, shared(buffers), in: buffers)
      },
    ]
  }

  /// The transformed inputs and the products of some tiles.
  @safe private struct Memory {
    let transformed: UnsafeMutableRawPointer
    let products: UnsafeMutableRawPointer
  }

  /// Transforms input tiles; `base` is the tile that is stored first.
  private func transform(
    _ tiles: Range<Int>, from base: Int, _ memory: Memory, in buffers: borrowing Buffers
  ) {
    let stride = tiling.paddedInputs
    let target = unsafe memory.transformed.assumingMemoryBound(to: Float.self)
    transformInput(
      unsafe arguments(
        tiles, channels: geometry.inputChannels, target + (tiles.lowerBound - base) * stride,
        stride: stride, in: buffers), tiling.size == 6)
  }

  /// Makes outputs of products.
  private func finish(
    _ tiles: Range<Int>, from base: Int, _ memory: Memory, in buffers: borrowing Buffers
  ) {
    let stride = tiling.layout.paddedColumns
    let source = unsafe memory.products.assumingMemoryBound(to: Float.self)
    transformOutput(
      unsafe arguments(
        tiles, channels: geometry.outputChannels, source + (tiles.lowerBound - base) * stride,
        stride: stride, in: buffers), tiling.size == 6)
  }

  private func arguments(
    _ tiles: Range<Int>, channels: Int, _ first: UnsafeMutablePointer<Float>, stride: Int,
    in buffers: borrowing Buffers
  ) -> WinogradF32Arguments {
    unsafe WinogradF32Arguments(
      input: image.pointer(in: buffers), output: buffers.output(as: Float.self),
      inputHeight: geometry.inputHeight, inputWidth: geometry.inputWidth,
      outputHeight: geometry.outputHeight, outputWidth: geometry.outputWidth,
      channels: channels, padTop: geometry.padTop, padLeft: geometry.padLeft,
      tileRows: tiling.tileRows, tileColumns: tiling.tileColumns, firstTile: tiles.lowerBound,
      endTile: tiles.upperBound, tiles: first, tileStride: stride,
      positionStride: positionStride(channels: stride),
      bias: bias.pointer(in: buffers), low: limits.low, high: limits.high)
  }

  /// Multiplies at some positions, each with some panels: units count panels first.
  private func multiply(
    _ units: Range<Int>, rows: Int, _ memory: Memory, in buffers: borrowing Buffers
  ) {
    let layout = tiling.layout
    let inputs = tiling.inputs
    let inputStride = positionStride(channels: tiling.paddedInputs)
    let outputStride = positionStride(channels: layout.paddedColumns)
    let input = unsafe memory.transformed.assumingMemoryBound(to: Float.self)
    let output = unsafe memory.products.assumingMemoryBound(to: Float.self)
    let bias = unsafe UnsafePointer(zeros.pointer.assumingMemoryBound(to: Float.self))
    for unit in units {
      let position = unit / layout.count
      let panel = layout.panel(unit % layout.count)
      let weight = position * layout.paddedColumns + panel.column
      var arguments = unsafe GemmF32Arguments(
        input: input + position * inputStride, rows: rows, rowStride: tiling.paddedInputs,
        depth: inputs, weights: weights.pointer(in: buffers) + weight * inputs, bias: bias,
        panel: panel, output: output + (position * outputStride + panel.column),
        outputStride: layout.paddedColumns, low: -.infinity, high: .infinity)
      // Columns that pad the panel are zero, and stored as whole vectors.
      arguments.columns = panel.width
      gemm(arguments)
    }
  }
}
