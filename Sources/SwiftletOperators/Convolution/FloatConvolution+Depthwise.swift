internal import SwiftletSIMD
internal import SwiftletTensor

extension FloatConvolution {
  /// Lowers a convolution with a window for each channel.
  static func lower(
    _ convolution: Convolution, _ filter: DepthwiseFilter, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let geometry = convolution.geometry
    let lanes = context.kernels.float.lanes
    let channels = geometry.outputChannels
    let padded = (channels + lanes - 1) / lanes * lanes
    let taps = geometry.kernelHeight * geometry.kernelWidth
    let packing = unsafe FloatWeights.Packing(
      layout: "depthwise f32 \(filter.key) n=\(channels) \(padded) taps=\(taps)",
      count: taps * padded, pieces: taps
    ) { source, target, tap in
      for channel in 0..<padded {
        let index = channel * filter.channelStride + tap * filter.tapStride
        unsafe target[tap * padded + channel] =
          channel < channels
          ? source.loadUnaligned(fromByteOffset: 4 * index, as: Float.self) : 0
      }
    }
    let weights = try FloatWeights(
      convolution, packing: packing, biasRuns: (1, channels, padded), in: context)
    var step = Step(
      kernel: "depthwise f32 \(geometry.kernelHeight)×\(geometry.kernelWidth)",
      phases: weights.phases, temporaries: weights.temporaries)
    let source = try image(convolution, filter, &step, in: context)
    let windows = FloatWindows(
      geometry: geometry,
      kernel: slides(geometry)
        ? context.kernels.float.depthwiseSlide : context.kernels.float.depthwise, image: source,
      weights: weights.weights, bias: weights.bias, limits: limits(of: convolution.activation))
    let time = convolution.multiplyAccumulates / (2 * lanes)
    step.phases.append(
      Phase(
        units: geometry.batches * geometry.outputHeight, grain: 2 * geometry.dilationHeight,
        nanoseconds: time
      ) { buffers, rows in
        windows.run(rows, in: buffers)
      })
    return step
  }

  /// Whether the kernel for common windows takes a geometry.
  private static func slides(_ geometry: ConvolutionGeometry) -> Bool {
    let stride = geometry.strideHeight
    let isDilated = geometry.dilationHeight > 1 || geometry.dilationWidth > 1
    return geometry.kernelHeight == geometry.kernelWidth
      && (geometry.kernelHeight == 3 || geometry.kernelHeight == 5)
      && stride == geometry.strideWidth && (stride == 1 || (stride == 2 && !isDilated))
  }

  /// Where the kernel reads the image: the input, a copy of a constant with spare bytes at its
  /// end, or a temporary in which each channel is repeated for its multiplier.
  private static func image(
    _ convolution: Convolution, _ filter: DepthwiseFilter, _ step: inout Step,
    in context: LoweringContext
  ) throws(OperatorError) -> FloatImage {
    let geometry = convolution.geometry
    let pixels = geometry.batches * geometry.inputHeight * geometry.inputWidth
    let inputs = geometry.inputChannels
    let times = filter.multiplier
    guard times > 1 else { return try FloatImage(convolution.input, in: context) }
    let temporary = step.temporaries.count
    step.temporaries.append(4 * pixels * geometry.outputChannels)
    step.phases.append(
      Phase(
        units: geometry.batches * geometry.inputHeight,
        nanoseconds: pixels * geometry.outputChannels / 4
      ) { buffers, rows in
        let first = rows.lowerBound * geometry.inputWidth
        let target = unsafe buffers.temporary(temporary).assumingMemoryBound(to: Float.self)
        unsafe repeatChannelsF32(
          buffers.input(0, as: Float.self) + first * inputs,
          target + first * geometry.outputChannels,
          count: rows.count * geometry.inputWidth * inputs, times: times)
      })
    return .operand(.temporary(temporary))
  }
}

/// A depthwise convolution by rows of the output.
struct FloatWindows: Sendable {
  let geometry: ConvolutionGeometry
  let kernel: @Sendable (DepthwiseF32Arguments, Int, Int) -> Void
  let image: FloatImage
  let weights: FloatOperand
  let bias: FloatOperand
  let limits: (low: Float, high: Float)

  /// Output rows of all images.
  func run(_ rows: Range<Int>, in buffers: borrowing Buffers) {
    let channels = geometry.outputChannels
    let inner = geometry.innerColumns
    let input = unsafe image.pointer(in: buffers)
    var row = rows.lowerBound
    while row < rows.upperBound {
      let image = row / geometry.outputHeight
      let first = image * geometry.outputHeight
      let end = min(rows.upperBound, first + geometry.outputHeight)
      let arguments = unsafe DepthwiseF32Arguments(
        input: input + image * geometry.inputHeight * geometry.inputWidth * channels,
        output: buffers.output(as: Float.self) + first * geometry.outputWidth * channels,
        weights: weights.pointer(in: buffers), bias: bias.pointer(in: buffers),
        inputHeight: geometry.inputHeight, inputWidth: geometry.inputWidth,
        outputWidth: geometry.outputWidth, channels: channels,
        kernelHeight: geometry.kernelHeight, kernelWidth: geometry.kernelWidth,
        strideHeight: geometry.strideHeight, strideWidth: geometry.strideWidth,
        dilationHeight: geometry.dilationHeight, dilationWidth: geometry.dilationWidth,
        padTop: geometry.padTop, padLeft: geometry.padLeft, innerStart: inner.lowerBound,
        innerEnd: inner.upperBound, low: limits.low, high: limits.high)
      kernel(arguments, row - first, end - first)
      row = end
    }
  }
}
