internal import SwiftletSIMD
internal import SwiftletTensor

extension FloatConvolution {
  /// Multiplies in Winograd's domain where that is estimated to be faster, or returns nil.
  ///
  /// A tile mixes its inputs: a NaN or an infinity spreads to all outputs of the tiles that read it.
  static func lowerToWinograd(
    _ convolution: Convolution, _ filter: DenseFilter, in context: LoweringContext
  ) throws(OperatorError) -> Step? {
    let geometry = convolution.geometry
    guard context.allowsWinograd, convolution.filter.constant != nil, filter.groups == 1,
      filter.depthStride == 1, geometry.kernelHeight == 3, geometry.kernelWidth == 3,
      geometry.strideHeight == 1, geometry.strideWidth == 1, geometry.dilationHeight == 1,
      geometry.dilationWidth == 1
    else { return nil }
    let kernels = context.kernels.float
    let layout = GemmF32Layout(columns: filter.columns, for: kernels)
    let tilings = [6, 4].map { WinogradTiling(geometry, layout, size: $0) }
    let rate = rate(of: kernels)
    let direct = WinogradTiling.directCost(geometry, layout, rate: rate)
    var best: (tiling: WinogradTiling, cost: Double)?
    for tiling in tilings where tiling.isAffordable {
      let cost = tiling.cost(rate: rate)
      if cost < min(direct, best?.cost ?? .infinity) { best = (tiling, cost) }
    }
    guard let (tiling, cost) = best else { return nil }
    let weights = try FloatWeights(
      convolution, packing: packing(filter, tiling),
      biasRuns: (1, filter.columns, layout.paddedColumns), in: context)
    let product = FloatWinograd(
      geometry: geometry, tiling: tiling, gemm: kernels.gemm,
      transformInput: kernels.winogradInput, transformOutput: kernels.winogradOutput,
      image: try FloatImage(convolution.input, in: context), weights: weights.weights,
      bias: weights.bias,
      zeros: try context.memory(byteCount: 4 * layout.paddedColumns),
      limits: limits(of: convolution.activation))
    return Step(
      kernel: "winograd f32 \(tiling.size - 2)×\(tiling.size - 2)",
      phases: weights.phases + product.phases(nanoseconds: Int(cost)),
      temporaries: weights.temporaries + product.temporaries,
      scratchBytes: product.scratchBytes)
  }

  private static func packing(
    _ filter: DenseFilter, _ tiling: WinogradTiling
  ) -> FloatWeights.Packing {
    let layout = tiling.layout
    let size = tiling.size
    let inputs = filter.inputs
    let matrix = layout.paddedColumns * inputs
    return unsafe FloatWeights.Packing(
      layout: "winograd f32 \(size) \(layout.key) k=\(inputs)", count: size * size * matrix,
      pieces: layout.count
    ) { source, target, piece in
      let panel = layout.panel(piece)
      let width = panel.width
      let first = unsafe target + panel.column * inputs
      for position in 0..<size * size {
        unsafe (first + position * matrix).update(repeating: 0, count: width * inputs)
      }
      unsafe withUnsafeTemporaryAllocation(of: Float.self, capacity: 9 + size * size) { values in
        guard let window = values.baseAddress else { return }
        let points = unsafe window + 9
        for column in 0..<panel.columns {
          let weights = unsafe source + 4 * (panel.column + column) * filter.columnStride
          for input in 0..<inputs {
            for tap in 0..<9 {
              unsafe window[tap] = weights.loadUnaligned(
                fromByteOffset: 4 * (tap * inputs + input), as: Float.self)
            }
            unsafe winogradWeights(size: size, window: window, into: points)
            for position in 0..<size * size {
              unsafe first[position * matrix + input * width + column] = points[position]
            }
          }
        }
      }
    }
  }
}

/// How outputs are covered with tiles, and what that is estimated to take.
struct WinogradTiling: Sendable {
  let layout: GemmF32Layout
  /// The extent of an input tile; its outputs measure two less.
  let size: Int
  let inputs: Int
  let tileRows: Int
  let tileColumns: Int
  /// The tiles of all images.
  let tiles: Int
  /// The tiles that are worked on at once: their transforms stay in the second cache.
  let block: Int

  init(_ geometry: ConvolutionGeometry, _ layout: GemmF32Layout, size: Int) {
    self.layout = layout
    self.size = size
    inputs = geometry.inputChannels
    let extent = size - 2
    tileRows = (geometry.outputHeight + extent - 1) / extent
    tileColumns = (geometry.outputWidth + extent - 1) / extent
    tiles = geometry.batches * tileRows * tileColumns
    let tileBytes = 4 * size * size * (Self.padded(inputs, layout) + layout.paddedColumns)
    block = min(96, max(12, (256 << 10) / max(tileBytes, 1) / 12 * 12))
  }

  /// The input channels including those that pad the last vector.
  var paddedInputs: Int { Self.padded(inputs, layout) }

  /// The bytes of the transformed weights.
  var weightBytes: Int { 4 * size * size * inputs * layout.paddedColumns }

  /// Whether the transformed weights, 4 or 1.8 times the filter, stay small.
  var isAffordable: Bool { tiles > 0 && weightBytes <= (size == 6 ? 10 : 16) << 20 }

  /// The nanoseconds on one core: products and their calls, the transforms of each vector of
  /// channels, and weights that come from beyond the second cache.
  func cost(rate: Double) -> Double {
    let positions = size * size
    let products = Double(tiles) * Double(positions * inputs * layout.paddedColumns)
    let calls = (tiles + block - 1) / block * positions * layout.count
    // Measured per vector of channels: 110 ns there and back for the larger tile, less where
    // vectors are half as wide, twice that where multiplying is not fused and registers are few.
    let transform =
      (size == 6 ? 55.0 : 18.0)
      * (layout.lanes > 8 ? 1 : (layout.lanes == 8 ? 0.65 : 2))
    let vectors = Double(tiles * (paddedInputs + layout.paddedColumns) / layout.lanes)
    let weights = weightBytes > 1 << 20 ? Double(weightBytes) / 40 : 0
    return products / (0.92 * rate) + Double(calls) * 40 + vectors * transform + weights
  }

  /// The nanoseconds of the same convolution without Winograd's algorithm.
  static func directCost(
    _ geometry: ConvolutionGeometry, _ layout: GemmF32Layout, rate: Double
  ) -> Double {
    let pixels = geometry.batches * geometry.outputHeight * geometry.outputWidth
    let products = Double(pixels * 9) * Double(geometry.inputChannels * layout.paddedColumns)
    return products / rate
  }

  private static func padded(_ channels: Int, _ layout: GemmF32Layout) -> Int {
    (channels + layout.lanes - 1) / layout.lanes * layout.lanes
  }
}
