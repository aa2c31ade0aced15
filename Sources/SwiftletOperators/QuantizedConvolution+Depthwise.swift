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
    let taps = geometry.kernelHeight * geometry.kernelWidth
    let order = DepthwisePacking.channelOrder(channels: channels, lanes: kernels.lanes)
    let byteCount = DepthwisePacking.byteCount(channels: channels, taps: taps)
    let isUnsigned = layer.convolution.filter.type == .uint8
    let zeroPoint = layer.filterZeroPoint
    let weights = try context.packedWeights(
      of: layer.filter,
      layout: "depthwise q8 pairs n=\(channels) taps=\(taps) lanes=\(kernels.lanes) "
        + "unsigned=\(isUnsigned) zero=\(zeroPoint)"
    ) { () throws(OperatorError) in
      let memory = AlignedMemory(byteCount: byteCount + 8 * channels)
      unsafe DepthwisePacking.pack(
        layer.filter.pointer.assumingMemoryBound(to: UInt8.self), channels: channels, taps: taps,
        isUnsigned: isUnsigned, zeroPoint: zeroPoint, lanes: kernels.lanes, into: memory.pointer,
        magnitudes: (memory.pointer + byteCount).assumingMemoryBound(to: Int.self))
      return memory
    }
    let magnitudes = unsafe (weights.pointer + byteCount).assumingMemoryBound(to: Int.self)
    let bounds = (0..<channels).map { channel in
      unsafe abs(Int(layer.bias[channel])) + 255 * magnitudes[channel]
    }
    let parameters = QuantizedParameters(
      channels: order.map { $0 < channels ? $0 : -1 }, biases: layer.bias, bounds: bounds,
      requantization: layer.requantization)
    let product = QuantizedDepthwise(
      layer, kernels: kernels, weights: weights, parameters: parameters)
    var step = Step(
      kernel: "depthwise q8 \(geometry.kernelHeight)×\(geometry.kernelWidth)", phases: [],
      scratchBytes: product.scratchBytes,
      multiplyAccumulates: layer.convolution.multiplyAccumulates)
    if multiplier > 1 { addRepetition(of: layer, multiplier, to: &step) }
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

  /// Adds a phase that repeats each input channel, so that input and output channels correspond.
  private static func addRepetition(
    of layer: QuantizedLayer, _ multiplier: Int, to step: inout Step
  ) {
    let geometry = layer.convolution.geometry
    let line = geometry.inputWidth * geometry.inputChannels
    let lines = geometry.batches * geometry.inputHeight
    let input = layer.input
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
  let kernels: QuantizedKernels
  let weights: AlignedMemory
  let parameters: QuantizedParameters
  /// One pixel of zero points.
  let zeroPixel: AlignedMemory

  init(
    _ layer: QuantizedLayer, kernels: QuantizedKernels, weights: AlignedMemory,
    parameters: QuantizedParameters
  ) {
    self.layer = layer
    input = layer.input
    self.kernels = kernels
    self.weights = weights
    self.parameters = parameters
    let channels = layer.convolution.geometry.outputChannels
    zeroPixel = AlignedMemory(byteCount: channels + 64)
    unsafe zeroPixel.pointer.initializeMemory(
      as: UInt8.self, repeating: UInt8(layer.unsignedInputZeroPoint) ^ layer.inputFlip,
      count: channels + 64)
  }

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
      zeroPixel: UnsafePointer(zeroPixel.pointer.assumingMemoryBound(to: UInt8.self)),
      taps: buffers.scratch.assumingMemoryBound(to: UnsafePointer<UInt8>.self),
      weights: UnsafeRawPointer(weights.pointer), biases: parameters.biases(from: 0),
      requantization: parameters.kernelParameters(from: 0), output: output,
      firstRow: rows.lowerBound, rows: rows.count, sums: sums, sumStride: parameters.places)
    guard parameters.epilogue == .raw else {
      unsafe kernels.depthwise(&arguments)
      return
    }
    arguments.rows = 1
    for row in rows {
      arguments.firstRow = row
      unsafe kernels.depthwise(&arguments)
      for column in 0..<geometry.outputWidth {
        let target = (row - rows.lowerBound) * line + column * channels
        unsafe parameters.requantize(
          UnsafePointer(sums + column * parameters.places), from: 0, count: parameters.places,
          to: output + target)
      }
    }
  }
}
