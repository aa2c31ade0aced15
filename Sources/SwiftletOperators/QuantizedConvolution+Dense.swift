internal import SwiftletSIMD
internal import SwiftletTensor

extension QuantizedConvolution {
  /// Lowers a convolution whose filter is a matrix for each group.
  static func lowerDense(
    _ layer: QuantizedLayer, groups: Int, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let product = try QuantizedProduct(layer, groups: groups, in: context)
    let work = layer.convolution.multiplyAccumulates
    let rate = product.kernels.activationsPerWord == 4 ? 180 : 6 * product.kernels.lanes
    let pixels = layer.convolution.geometry.pixels
    let panels = product.panelStarts
    let phase: Phase
    if pixels <= QuantizedProduct.fewRows, groups == 1, panels.count > 2 {
      // Too few rows to share: each thread takes some panels of columns.
      phase = Phase(units: panels.count - 1, nanoseconds: work / rate) { buffers, range in
        product.run(
          0..<pixels, columns: panels[range.lowerBound]..<panels[range.upperBound], in: buffers)
      }
    } else {
      phase = Phase(
        units: pixels, grain: GemmPacking.blockRows / 2, nanoseconds: work / rate
      ) { buffers, range in
        product.run(range, columns: 0..<product.places, in: buffers)
      }
    }
    return Step(
      kernel: product.name, phases: [phase], scratchBytes: product.scratchBytes,
      multiplyAccumulates: work)
  }
}

/// A dense quantised convolution by output pixels: each is a row of a matrix that is multiplied
/// with the packed weights of each group.
struct QuantizedProduct: Sendable {
  /// Up to this many rows are shared among threads by columns.
  static let fewRows = 8

  let layer: QuantizedLayer
  let groups: Int
  let kernels: QuantizedKernels
  let input: QuantizedInput
  let weights: PackedWeights
  let parameters: QuantizedParameters
  /// Whether rows are read from the tensor without a copy.
  let isDirect: Bool

  init(
    _ layer: QuantizedLayer, groups: Int, in context: LoweringContext
  ) throws(OperatorError) {
    self.layer = layer
    self.groups = groups
    kernels = context.kernels.quantized
    input = layer.input
    isDirect = kernels.activationsPerWord == 4 && layer.convolution.geometry.isPointwise
    weights = try PackedWeights(layer, groups: groups, in: context)
    parameters = weights.parameters(for: layer)
  }

  /// The packed columns of one group.
  var places: Int { GemmPacking.padded(weights.columns) }

  /// The packed numbers at which panels start, and the end.
  var panelStarts: [Int] {
    var starts = [0]
    while let last = starts.last, last < places {
      let vectors = GemmPacking.vectors(at: last, of: places, lanes: kernels.lanes)
      starts.append(last + vectors * kernels.lanes)
    }
    return starts
  }

  /// The kernel for profiles.
  var name: String {
    let geometry = layer.convolution.geometry
    let window = isDirect ? "" : " \(geometry.kernelHeight)×\(geometry.kernelWidth)"
    return groups > 1 ? "gemm q8\(window) groups \(groups)" : "gemm q8\(window)"
  }

  private var needsTerms: Bool { weights.packedZeroPoint != 0 }
  private var needsSums: Bool { parameters.epilogue == .raw }
  private var rowBytes: Int {
    isDirect ? layer.convolution.geometry.inputChannels : weights.runWords * 4
  }

  /// Scratch: the rows of a block with spare bytes, their terms, their sums.
  private var blockBytes: Int {
    isDirect ? 0 : (GemmPacking.blockRows * rowBytes + 127) & ~63
  }
  private static let termBytes = (GemmPacking.blockRows * 4 + 63) & ~63

  var scratchBytes: Int {
    blockBytes + Self.termBytes + (needsSums ? GemmPacking.blockRows * places * 4 : 0)
  }

  /// Computes output pixels, counted over the whole batch.
  func run(_ pixels: Range<Int>, columns: Range<Int>, in buffers: borrowing Buffers) {
    let isWhole = isDirect && !needsTerms && !needsSums
    let step = isWhole ? max(pixels.count, 1) : GemmPacking.blockRows
    let source = unsafe input.pointer(in: buffers)
    for group in 0..<groups {
      var first = pixels.lowerBound
      while first < pixels.upperBound {
        let end = min(first + step, pixels.upperBound)
        unsafe runBlock(first..<end, columns, group: group, from: source, in: buffers)
        first = end
      }
    }
  }

  private func runBlock(
    _ pixels: Range<Int>, _ columns: Range<Int>, group: Int, from source: UnsafePointer<UInt8>,
    in buffers: borrowing Buffers
  ) {
    let depthChannels = layer.convolution.geometry.inputChannels / groups
    let stride = layer.convolution.geometry.outputChannels
    let scratch = unsafe buffers.scratch
    let terms = unsafe (scratch + blockBytes).assumingMemoryBound(to: Int32.self)
    let sums = unsafe (scratch + blockBytes + Self.termBytes).assumingMemoryBound(to: Int32.self)
    let rows: UnsafeRawPointer
    if isDirect {
      unsafe rows = UnsafeRawPointer(source + pixels.lowerBound * rowBytes + group * depthChannels)
    } else {
      var windows = unsafe layer.windows(
        source + group * depthChannels, channels: depthChannels,
        pixelBytes: layer.convolution.geometry.inputChannels, rowBytes: rowBytes)
      unsafe kernels.windowRows(&windows, pixels.lowerBound, pixels.count, scratch)
      unsafe rows = UnsafeRawPointer(scratch)
    }
    let output =
      unsafe buffers.output(as: UInt8.self) + pixels.lowerBound * stride + group * weights.columns
    var product = unsafe GemmQ8(
      activations: rows, rowBytes: rowBytes, rows: pixels.count,
      runOffsets: weights.runOffsets, runs: weights.runs, runWords: weights.runWords,
      flip: Int32(bitPattern: UInt32(layer.inputFlip) * 0x0101_0101),
      weights: weights.pointer(group: group), biases: parameters.biases(from: group * places),
      rowTerms: nil, columns: weights.columns, firstColumn: columns.lowerBound,
      endColumn: columns.upperBound,
      requantization: parameters.kernelParameters(from: group * places), output: output,
      outputRowBytes: stride, sums: sums, sumStride: places)
    if needsTerms {
      unsafe kernels.rowTerms(
        &product, weights.runLength, parameters.ones, -Int32(weights.packedZeroPoint), terms)
      unsafe product.rowTerms = UnsafePointer(terms)
    }
    unsafe kernels.gemm(&product)
    guard needsSums else { return }
    for row in 0..<pixels.count {
      let line = unsafe UnsafePointer(sums + row * places + columns.lowerBound)
      let pixel = unsafe buffers.output(as: UInt8.self) + (pixels.lowerBound + row) * stride
      unsafe parameters.requantize(
        line, from: group * places + columns.lowerBound, count: columns.count, to: pixel)
    }
  }
}
