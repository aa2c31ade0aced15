internal import SwiftletSIMD
internal import SwiftletTensor

/// The sums of neighbouring output channels of one pixel.
@safe struct PairSums {
  /// Readable up to whole vectors; what counts unless there are wide sums.
  let narrow: UnsafePointer<Int32>
  let wide: UnsafePointer<Int64>?
  let channels: Range<Int>
  /// Counted over the whole batch.
  let pixel: Int

  /// The sum of the channel at a position in `channels`.
  subscript(position: Int) -> Int64 {
    if let wide = unsafe wide { return unsafe wide[position] }
    return unsafe Int64(narrow[position])
  }
}

/// What turns sums into elements of the output.
protocol PairEpilogue: Sendable {
  /// Writes the elements of some channels of one pixel.
  func finish(_ sums: PairSums, in buffers: borrowing Buffers)
}

/// A convolution of 16-bit integers less their zero point, for whatever is not a product of bytes
/// with constants.
enum PairConvolution {
  /// As many pairs as can be added in 32 bits where one factor has 16 bits and the other 8.
  static let exactPairs = 255

  /// Adds the phases of a convolution to a step that makes the image.
  ///
  /// The image has 16-bit integers in the order of the input, less their zero point; the filter's
  /// is given in its type. Sums have 64 bits where they are wide, and wrap to 32 otherwise.
  static func append(
    to step: inout Step, _ convolution: Convolution, image: PairOperand, filterZeroPoint: Int,
    isWide: Bool, epilogue: some PairEpilogue, in context: LoweringContext
  ) throws(OperatorError) {
    let geometry = convolution.geometry
    let taps = geometry.kernelHeight * geometry.kernelWidth
    step.multiplyAccumulates = convolution.multiplyAccumulates
    switch convolution.kind {
    case .depthwise(let multiplier):
      // With one input channel every output channel reads the same window: a dense convolution.
      if geometry.inputChannels > 1, !isWide || taps <= 2 * exactPairs {
        try appendWindows(
          to: &step, convolution, image: image, filterZeroPoint: filterZeroPoint,
          multiplier: multiplier, epilogue: epilogue, in: context)
      } else {
        try PairMatrix.append(
          to: &step, convolution, image: image, groups: geometry.inputChannels,
          filterZeroPoint: filterZeroPoint, isWide: isWide, epilogue: epilogue, in: context)
      }
    case .dense(let groups):
      try PairMatrix.append(
        to: &step, convolution, image: image, groups: groups, filterZeroPoint: filterZeroPoint,
        isWide: isWide, epilogue: epilogue, in: context)
    case .fullyConnected:
      try PairMatrix.append(
        to: &step, convolution, image: image, groups: 1, filterZeroPoint: filterZeroPoint,
        isWide: isWide, epilogue: epilogue, in: context)
    }
  }

  /// Adds the phases of a depthwise convolution by lines of the output.
  private static func appendWindows(
    to step: inout Step, _ convolution: Convolution, image: PairOperand, filterZeroPoint: Int,
    multiplier: Int, epilogue: some PairEpilogue, in context: LoweringContext
  ) throws(OperatorError) {
    let geometry = convolution.geometry
    let kernels = context.kernels.pairs
    let channels = geometry.outputChannels
    let padded = (channels + kernels.lanes - 1) / kernels.lanes * kernels.lanes
    let isUnsigned = convolution.filter.type == .uint8
    let filter = unsafe PairFilter(
      layout: "pairs depthwise n=\(channels) \(padded) zero=\(filterZeroPoint)",
      byteCount: 4 * geometry.kernelHeight * geometry.kernelWidth * padded,
      pieces: geometry.kernelHeight * geometry.kernelWidth
    ) { source, target, tap in
      let words = unsafe target.assumingMemoryBound(to: UInt32.self) + tap * padded
      for channel in 0..<padded {
        guard channel < channels else {
          unsafe words[channel] = 0
          continue
        }
        let byte = unsafe source[tap * channels + channel]
        let value = isUnsigned ? Int(byte) : Int(Int8(bitPattern: byte))
        unsafe words[channel] = UInt32(UInt16(truncatingIfNeeded: value - filterZeroPoint))
      }
    }
    let weights = try filter.operand(of: convolution.filter, adding: &step, in: context)
    let repeated = repeating(image, geometry, multiplier, &step)
    let lines = unsafe PairLines(
      geometry: geometry, image: repeated, weights: weights, paddedChannels: padded,
      kernel: kernels.depthwise)
    step.kernel = "depthwise i16 \(geometry.kernelHeight)×\(geometry.kernelWidth)"
    step.scratchBytes = max(step.scratchBytes, 4 * geometry.outputWidth * padded)
    step.phases.append(
      Phase(
        units: geometry.batches * geometry.outputHeight,
        nanoseconds: step.multiplyAccumulates / kernels.lanes
      ) { buffers, rows in
        for row in rows { lines.run(row, epilogue, in: buffers) }
      })
  }

  /// The image with each channel as many times in a row as it has output channels.
  private static func repeating(
    _ image: PairOperand, _ geometry: ConvolutionGeometry, _ times: Int, _ step: inout Step
  ) -> PairOperand {
    guard times > 1 else { return image }
    let line = geometry.inputWidth * geometry.inputChannels
    let lines = geometry.batches * geometry.inputHeight
    let temporary = step.temporaries.count
    step.temporaries.append(2 * lines * line * times)
    step.phases.append(
      Phase(units: lines, nanoseconds: lines * line * times / 2) { buffers, rows in
        let start = rows.lowerBound * line
        let source = unsafe image.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
        var target = unsafe buffers.temporary(temporary).assumingMemoryBound(to: Int16.self)
        unsafe target += start * times
        for index in start..<rows.upperBound * line {
          unsafe target.update(repeating: source[index], count: times)
          unsafe target += times
        }
      })
    return .temporary(temporary)
  }
}

/// A depthwise convolution of 16-bit integers by lines of the output.
@safe private struct PairLines: Sendable {
  let geometry: ConvolutionGeometry
  let image: PairOperand
  let weights: PairOperand
  let paddedChannels: Int
  let kernel: @Sendable (UnsafePointer<PairWindows>) -> Void

  /// One line, counted over the whole batch.
  func run(_ line: Int, _ epilogue: some PairEpilogue, in buffers: borrowing Buffers) {
    let channels = geometry.outputChannels
    let (batch, row) = line.quotientAndRemainder(dividingBy: geometry.outputHeight)
    let sums = unsafe buffers.scratch.assumingMemoryBound(to: Int32.self)
    let pixels = unsafe image.pointer(in: buffers).assumingMemoryBound(to: Int16.self)
    var windows = unsafe PairWindows(
      input: pixels + batch * geometry.inputHeight * geometry.inputWidth * channels,
      inputHeight: geometry.inputHeight, inputWidth: geometry.inputWidth, channels: channels,
      top: row * geometry.strideHeight - geometry.padTop, left: -geometry.padLeft,
      outputWidth: geometry.outputWidth, strideWidth: geometry.strideWidth,
      kernelHeight: geometry.kernelHeight, kernelWidth: geometry.kernelWidth,
      dilationHeight: geometry.dilationHeight, dilationWidth: geometry.dilationWidth,
      weights: weights.pointer(in: buffers).assumingMemoryBound(to: Int32.self), sums: sums,
      paddedChannels: paddedChannels)
    unsafe kernel(&windows)
    for column in 0..<geometry.outputWidth {
      let values = unsafe PairSums(
        narrow: UnsafePointer(sums + column * paddedChannels), wide: nil, channels: 0..<channels,
        pixel: line * geometry.outputWidth + column)
      epilogue.finish(values, in: buffers)
    }
  }
}
