internal import SwiftletSIMD
internal import SwiftletTensor

extension QuantizedConvolution {
  /// Lowers a convolution with a window for each channel.
  static func lowerDepthwise(
    _ layer: QuantizedLayer, multiplier: Int, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let kernels = context.kernels.quantized
    let geometry = layer.convolution.geometry
    let channels = geometry.outputChannels
    let packing = DepthwisePacking(layer, kernels)
    let byteCount = packing.byteCount
    let isUnsigned = layer.convolution.filter.type == .uint8
    let weights = try context.packedWeights(
      of: layer.filter,
      layout: "depthwise \(layer.convolution.filter.type.name) n=\(channels) "
        + "\(packing.kernelHeight)×\(packing.kernelWidth) "
        + "word=\(packing.rowsPerWord) lanes=\(kernels.lanes) unsigned=\(isUnsigned) "
        + "zero=\(layer.filterZeroPoint)",
      byteCount: byteCount + 16 * channels
    ) { memory in
      let sums = unsafe (memory.pointer + byteCount).assumingMemoryBound(to: Int.self)
      let bytes = layer.filterBytes
      withExtendedLifetime(bytes) {
        unsafe packing.pack(
          bytes.pointer.assumingMemoryBound(to: UInt8.self), isUnsigned: isUnsigned,
          zeroPoint: layer.filterZeroPoint, into: memory.pointer, sums: sums,
          magnitudes: sums + channels)
      }
    }
    let sums = unsafe (weights.pointer + byteCount).assumingMemoryBound(to: Int.self)
    // Bytes are multiplied with their zero point: `Σ (x − zx) w = Σ x w − zx Σ w`.
    let zero = packing.rowsPerWord == 4 ? layer.unsignedInputZeroPoint : 0
    var biases: [Int32] = []
    var bounds: [Int] = []
    for channel in 0..<channels {
      let bias = Int(layer.bias[channel])
      unsafe biases.append(Int32(truncatingIfNeeded: bias - zero * sums[channel]))
      unsafe bounds.append(abs(bias) + 255 * sums[channels + channel])
    }
    let parameters = try QuantizedParameters(
      channels: packing.channelOrder.map { $0 < channels ? $0 : -1 }, biases: biases,
      bounds: bounds, inputFlip: layer.inputFlip, requantization: layer.requantization,
      in: context)
    let input = try layer.input(in: context)
    let product = QuantizedDepthwise(
      layer: layer, input: input, packing: packing, kernels: kernels, weights: weights,
      parameters: parameters, zeroLine: try zeroLine(of: layer, in: context))
    var step = Step(
      kernel: "depthwise q8 \(geometry.kernelHeight)×\(geometry.kernelWidth)", phases: [],
      scratchBytes: product.scratchBytes,
      multiplyAccumulates: layer.convolution.multiplyAccumulates)
    if multiplier > 1 { addRepetition(of: layer, input, multiplier, to: &step) }
    step.phases.append(
      Phase(
        units: geometry.batches * geometry.outputHeight,
        nanoseconds: step.multiplyAccumulates / (2 * kernels.lanes)
      ) { buffers, rows in
        if multiplier > 1 {
          unsafe product.run(
            rows, from: UnsafePointer(buffers.temporary(0).assumingMemoryBound(to: UInt8.self)),
            in: buffers)
        } else {
          unsafe product.run(rows, from: product.input.pointer(in: buffers), in: buffers)
        }
      })
    return step
  }

  /// One line of zero points and spare bytes.
  private static func zeroLine(
    of layer: QuantizedLayer, in context: LoweringContext
  ) throws(OperatorError) -> AlignedMemory {
    let geometry = layer.convolution.geometry
    let count = geometry.inputWidth * geometry.outputChannels + 64
    let line = try context.memory(byteCount: count)
    unsafe line.pointer.initializeMemory(
      as: UInt8.self, repeating: UInt8(layer.unsignedInputZeroPoint) ^ layer.inputFlip,
      count: count)
    return line
  }

  /// Adds a phase that repeats each input channel, so that input and output channels correspond.
  private static func addRepetition(
    of layer: QuantizedLayer, _ input: QuantizedInput, _ multiplier: Int, to step: inout Step
  ) {
    let geometry = layer.convolution.geometry
    let line = geometry.inputWidth * geometry.inputChannels
    let lines = geometry.batches * geometry.inputHeight
    step.temporaries.append(lines * line * multiplier)
    step.phases.append(
      Phase(units: lines, nanoseconds: lines * line * multiplier / 2) { buffers, rows in
        let target = unsafe buffers.temporary(0).assumingMemoryBound(to: UInt8.self)
        unsafe repeatBytes(
          input.pointer(in: buffers) + rows.lowerBound * line,
          target + rows.lowerBound * line * multiplier, count: rows.count * line,
          times: multiplier)
      })
  }
}

/// A depthwise convolution by rows of the output.
private struct QuantizedDepthwise: Sendable {
  let layer: QuantizedLayer
  let input: QuantizedInput
  let packing: DepthwisePacking
  let kernels: QuantizedKernels
  let weights: AlignedMemory
  let parameters: QuantizedParameters
  /// One line of zero points.
  let zeroLine: AlignedMemory

  private var tapBytes: Int {
    let taps = layer.convolution.geometry.kernelHeight * layer.convolution.geometry.kernelWidth
    return ((taps + 1) & ~1) * 8
  }

  var scratchBytes: Int {
    let columns = layer.convolution.geometry.outputWidth
    return tapBytes + (parameters.epilogue == .raw ? columns * parameters.places * 4 : 0)
  }

  func run(
    _ rows: Range<Int>, from source: UnsafePointer<UInt8>, in buffers: borrowing Buffers
  ) {
    let geometry = layer.convolution.geometry
    let channels = geometry.outputChannels
    let line = geometry.outputWidth * channels
    let output = unsafe buffers.output(as: UInt8.self) + rows.lowerBound * line
    let sums = unsafe (buffers.scratch + tapBytes).assumingMemoryBound(to: Int32.self)
    var arguments = unsafe DepthwiseQ8(
      windows: layer.windows(
        source, channels: channels, pixelBytes: channels, rowBytes: 0),
      zeroLine: UnsafePointer(zeroLine.pointer.assumingMemoryBound(to: UInt8.self)),
      rowsPerWord: packing.rowsPerWord,
      taps: buffers.scratch.assumingMemoryBound(to: UnsafePointer<UInt8>.self),
      weights: UnsafeRawPointer(weights.pointer), biases: parameters.biases(from: 0),
      requantization: parameters.kernelParameters(from: 0), output: output,
      firstRow: rows.lowerBound, rows: rows.count, sums: sums, sumStride: parameters.places)
    let kernel =
      unsafe packing.kernelWidth == 1 ? kernels.depthwiseTaps : kernels.depthwiseSlide
    guard parameters.epilogue == .raw else {
      unsafe kernel(&arguments)
      return
    }
    arguments.rows = 1
    for row in rows {
      arguments.firstRow = row
      unsafe kernel(&arguments)
      for column in 0..<geometry.outputWidth {
        let target = (row - rows.lowerBound) * line + column * channels
        unsafe parameters.requantize(
          UnsafePointer(sums + column * parameters.places), from: 0, count: parameters.places,
          to: output + target)
      }
    }
  }
}

extension DepthwisePacking {
  /// The layout for the fastest kernel that is exact.
  ///
  /// Bytes hold weights whose zero point is that of their type; others need 16 bits.
  fileprivate init(_ layer: QuantizedLayer, _ kernels: QuantizedKernels) {
    let geometry = layer.convolution.geometry
    let size = geometry.kernelWidth
    let slides =
      geometry.kernelHeight == size && (size == 3 || size == 5) && geometry.strideWidth <= 2
      && geometry.dilationWidth == 1
    let isSymmetric = layer.filterZeroPoint == (layer.convolution.filter.type == .uint8 ? 128 : 0)
    let bytes = slides && isSymmetric && kernels.activationsPerWord == 4
    self.init(
      channels: geometry.outputChannels,
      kernelHeight: slides ? size : geometry.kernelHeight * size,
      kernelWidth: slides ? size : 1, rowsPerWord: bytes ? 4 : 2, lanes: kernels.lanes)
  }
}
