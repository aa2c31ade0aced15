internal import SwiftletSIMD
internal import SwiftletTensor

/// A dense quantised convolution as a product: each output pixel is a row that is multiplied with
/// the packed weights of each group.
///
/// A class, so that a step that is called holds no copy.
@safe final class QuantizedProduct: @unchecked Sendable {
  // Sendable: nothing changes, and the addresses in `prepared` are those of `weights` and `parameters`.

  /// Up to this many rows are shared among threads by columns.
  static let fewRows = 8

  let layer: QuantizedLayer
  let groups: Int
  let rows: QuantizedRows
  let kernels: QuantizedKernels
  let input: QuantizedInput
  let weights: PackedWeights
  let parameters: QuantizedParameters
  private let inputChannels: Int
  private let outputChannels: Int
  /// Whether rows are multiplied where they are, and sums become bytes at once.
  private let isDirect: Bool
  /// What all calls for the first group have in common.
  private let prepared: GemmQ8

  init(
    _ layer: QuantizedLayer, groups: Int, rows: QuantizedRows, in context: LoweringContext
  ) throws(OperatorError) {
    self.layer = layer
    self.groups = groups
    self.rows = rows
    kernels = context.kernels.quantized
    input = try layer.input(in: context)
    weights = try PackedWeights(layer, groups: groups, rows: rows, in: context)
    // A copy with a border holds unsigned bytes.
    parameters = try weights.parameters(
      for: layer, inputFlip: rows.padding == nil ? layer.inputFlip : 0, in: context)
    inputChannels = layer.convolution.geometry.inputChannels
    outputChannels = layer.convolution.geometry.outputChannels
    isDirect = rows.areInPlace && weights.packedZeroPoint == 0 && parameters.epilogue != .raw
    unsafe prepared = GemmQ8(
      activations: parameters.flips, rowBytes: 0, rows: 0, runOffsets: weights.runOffsets,
      runs: weights.runs, runWords: weights.runWords, flips: parameters.flips,
      isFlipped: parameters.isFlipped, weights: weights.pointer(group: 0),
      biases: parameters.biases(from: 0), rowTerms: nil, columns: weights.columns, firstColumn: 0,
      endColumn: 0, requantization: parameters.kernelParameters(from: 0),
      output: parameters.memory.pointer.assumingMemoryBound(to: UInt8.self),
      outputRowBytes: outputChannels,
      sums: parameters.memory.pointer.assumingMemoryBound(to: Int32.self),
      sumStride: GemmPacking.padded(weights.columns))
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
    let way =
      switch rows {
      case .pixels: ""
      case .gathered: " gathered"
      case .runs, .paddedRuns: " runs"
      }
    let window = "\(geometry.kernelHeight)×\(geometry.kernelWidth)"
    return groups > 1
      ? "gemm q8 \(window)\(way), \(groups) groups" : "gemm q8 \(window)\(way)"
  }

  private var geometry: ConvolutionGeometry { layer.convolution.geometry }
  private var needsTerms: Bool { weights.packedZeroPoint != 0 }
  private var needsSums: Bool { parameters.epilogue == .raw }

  /// The most rows of one call where there is scratch for each row.
  private var blockRows: Int { rows.isByLine ? geometry.outputWidth : GemmPacking.largestBlock }

  // Scratch: gathered rows with spare bytes, then row terms, then sums.
  private var gatheredBytes: Int {
    if case .gathered = rows { return (blockRows * weights.runWords * 4 + 127) & ~63 }
    return 0
  }
  private var termBytes: Int { needsTerms ? (blockRows * 4 + 63) & ~63 : 0 }

  var scratchBytes: Int {
    gatheredBytes + termBytes + (needsSums ? blockRows * places * 4 : 0)
  }
}

// MARK: Running

extension QuantizedProduct {
  /// Computes lines of the output, counted over the whole batch, whose windows are runs.
  func run(lines: Range<Int>, in buffers: borrowing Buffers) {
    let channels = geometry.inputChannels
    let padding = rows.padding
    let element = padding?.elementBytes ?? 1
    let pixelBytes = channels * element
    let lineBytes = (padding?.width ?? geometry.inputWidth) * pixelBytes
    let height = padding?.height ?? geometry.inputHeight
    let image =
      unsafe padding == nil
      ? UnsafeRawPointer(input.pointer(in: buffers)) : UnsafeRawPointer(buffers.temporary(0))
    for group in 0..<groups {
      for line in lines {
        let (batch, y) = (line / geometry.outputHeight, line % geometry.outputHeight)
        let top = (batch * height + y * geometry.strideHeight) * lineBytes
        unsafe multiply(
          image + (top + group * (channels / groups) * element),
          rowBytes: geometry.strideWidth * pixelBytes,
          pixels: line * geometry.outputWidth..<(line + 1) * geometry.outputWidth,
          columns: 0..<places, group: group, in: buffers)
      }
    }
  }

  /// Computes output pixels, counted over the whole batch.
  func run(pixels: Range<Int>, columns: Range<Int>, in buffers: borrowing Buffers) {
    let source = unsafe input.pointer(in: buffers)
    if isDirect && groups == 1 {
      return unsafe multiply(
        UnsafeRawPointer(source + pixels.lowerBound * inputChannels), rowBytes: inputChannels,
        pixels: pixels, columns: columns, group: 0, in: buffers)
    }
    let depth = inputChannels / groups
    for group in 0..<groups {
      if isDirect {
        unsafe multiply(
          UnsafeRawPointer(source + pixels.lowerBound * inputChannels + group * depth),
          rowBytes: inputChannels, pixels: pixels, columns: columns, group: group, in: buffers)
        continue
      }
      var first = pixels.lowerBound
      while first < pixels.upperBound {
        let end = first + GemmPacking.blockRows(left: pixels.upperBound - first)
        if rows.areInPlace {
          unsafe multiply(
            UnsafeRawPointer(source + first * inputChannels + group * depth),
            rowBytes: inputChannels, pixels: first..<end, columns: columns,
            group: group, in: buffers)
        } else {
          let rowBytes = weights.runWords * 4
          var windows = unsafe layer.windows(
            source + group * depth, channels: depth, pixelBytes: inputChannels,
            rowBytes: rowBytes)
          unsafe kernels.windowRows(&windows, first, end - first, buffers.scratch)
          unsafe multiply(
            UnsafeRawPointer(buffers.scratch), rowBytes: rowBytes, pixels: first..<end,
            columns: columns, group: group, in: buffers)
        }
        first = end
      }
    }
  }

  /// Multiplies rows, one for each of some output pixels, and requantises.
  private func multiply(
    _ activations: UnsafeRawPointer, rowBytes: Int, pixels: Range<Int>, columns: Range<Int>,
    group: Int, in buffers: borrowing Buffers
  ) {
    let output = unsafe buffers.output(as: UInt8.self) + pixels.lowerBound * outputChannels
    var product = prepared
    unsafe product.activations = activations
    product.rowBytes = rowBytes
    product.rows = pixels.count
    product.firstColumn = columns.lowerBound
    product.endColumn = columns.upperBound
    unsafe product.output = output + group * weights.columns
    if group > 0 {
      unsafe product.weights = weights.pointer(group: group)
      unsafe product.biases = parameters.biases(from: group * places)
      product.requantization = parameters.kernelParameters(from: group * places)
    }
    if isDirect { return unsafe kernels.gemm(&product) }
    let terms = unsafe (buffers.scratch + gatheredBytes).assumingMemoryBound(to: Int32.self)
    let sums = unsafe (buffers.scratch + (gatheredBytes + termBytes))
      .assumingMemoryBound(to: Int32.self)
    unsafe product.sums = sums
    if needsTerms {
      unsafe kernels.rowTerms(
        &product, weights.runLength, parameters.ones, -Int32(weights.packedZeroPoint), terms)
      unsafe product.rowTerms = UnsafePointer(terms)
    }
    unsafe kernels.gemm(&product)
    guard needsSums else { return }
    for row in 0..<pixels.count {
      unsafe parameters.requantize(
        UnsafePointer(sums + row * places + columns.lowerBound),
        from: group * places + columns.lowerBound, count: columns.count,
        to: output + row * outputChannels)
    }
  }
}
