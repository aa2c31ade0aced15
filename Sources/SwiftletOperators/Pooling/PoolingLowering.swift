internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// What AVERAGE_POOL_2D, MAX_POOL_2D and L2_POOL_2D have in common.
struct PoolingLowering: Sendable {
  let pooling: Pooling
  let options: Pool2DOptions

  /// Checks the operands.
  init(reading node: NodeReader, pooling: Pooling) throws(OperatorError) {
    try node.require(inputs: 1...1)
    self.pooling = pooling
    options = node.options(as: Pool2DOptions.self)
    let (input, output) = (try node.input(0), try node.output())
    try node.require(
      input.type == output.type,
      "has an input of type \(input.type.name) and an output of type \(output.type.name)")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape] {
    [try geometry(operands).outputShape]
  }

  /// Pooling with a window of one element only applies the activation.
  func elementwiseNodes(_ operands: Operands) -> Int {
    guard options.filterHeight == 1, options.filterWidth == 1, options.strideH == 1,
      options.strideW == 1
    else { return 0 }
    return max(ElementwiseNodes.count(operands), ElementwiseNodes.countOfBytes(operands))
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let geometry = try geometry(operands)
    let info = operands.outputs[0]
    let kernels = context.kernels.pooling
    let (pooling, channels) = (pooling, geometry.inputChannels)
    switch info.type {
    case .float32:
      let limits = options.fusedActivation.floatLimits
      if pooling == .average, context.arithmetic == .litert {
        return step("average pool f32 by 9", geometry, cost: 4) { buffers, input, output, window in
          unsafe kernels.averageByNines(
            buffers.input(0, as: Float.self) + input, buffers.output(as: Float.self) + output,
            window, limits.lowerBound, limits.upperBound)
        }
      }
      return step("\(pooling) pool f32", geometry, cost: 4) { buffers, input, output, window in
        unsafe kernels.float(
          pooling, buffers.input(0, as: Float.self) + input,
          buffers.output(as: Float.self) + output, window, limits.lowerBound, limits.upperBound)
      }
    case .int8, .uint8:
      let range = try byteRange(info)
      // Beyond, sums are not exact in `float32`.
      guard pooling == .maximum || geometry.kernelHeight * geometry.kernelWidth <= 1 << 16 else {
        throw .unsupported("has a window of more than 65536 elements")
      }
      return step("\(pooling) pool q8", geometry, cost: 2) { buffers, input, output, window in
        unsafe kernels.bytes(
          pooling, buffers.input(0, as: UInt8.self) + input,
          buffers.output(as: UInt8.self) + output, window, range)
      }
    case .int16:
      let limits = try wordLimits(info)
      return step("\(pooling) pool q16", geometry, cost: 16) { buffers, input, output, window in
        let source = unsafe buffers.input(0, as: Int16.self) + input
        let target = unsafe buffers.output(as: Int16.self) + output
        for channel in 0..<channels {
          let value = unsafe Self.pool(pooling, source + channel, window)
          unsafe target[channel] = Int16(min(max(value, limits.lowerBound), limits.upperBound))
        }
      }
    default: throw .unsupported("has an input of type \(info.type.name)")
    }
  }

  func geometry(_ operands: Operands) throws(OperatorError) -> ConvolutionGeometry {
    let shape = try operands.input(0).shape
    guard shape.rank == 4 else { throw .invalid("needs a 4-dimensional input, found \(shape)") }
    return try ConvolutionGeometry(
      input: shape, outputChannels: shape[3],
      kernel: (options.filterHeight, options.filterWidth),
      stride: (options.strideH, options.strideW), padding: options.padding)
  }

  /// The limits on bytes; scales matter only where there is an activation.
  private func byteRange(_ info: TensorInfo) throws(OperatorError) -> ByteRange {
    guard info.scale == nil, options.fusedActivation == .none else {
      let elements = try QuantizedElements(info, "output")
      return elements.byteRange(try elements.limits(of: options.fusedActivation))
    }
    return ByteRange(zeroPoint: 0, low: 0, high: 255, xor: info.type == .int8 ? 0x80 : 0)
  }

  private func wordLimits(_ info: TensorInfo) throws(OperatorError) -> ClosedRange<Int32> {
    guard info.scale == nil, options.fusedActivation == .none else {
      return try QuantizedElements(info, "output").limits(of: options.fusedActivation)
    }
    return -32768...32767
  }

  /// One unit for each output row; `body` gets the first elements of a window and its pixel.
  func step(
    _ kernel: String, _ geometry: ConvolutionGeometry, cost: Int,
    body: @escaping @Sendable (borrowing Buffers, Int, Int, PoolingWindow) -> Void
  ) -> Step {
    let channels = geometry.inputChannels
    let rowStride = geometry.inputWidth * channels
    let elements = geometry.outputShape.elementCount
    let window =
      min(geometry.kernelHeight, geometry.inputHeight)
      * min(geometry.kernelWidth, geometry.inputWidth)
    let phase = Phase(
      units: elements == 0 ? 0 : geometry.batches * geometry.outputHeight,
      nanoseconds: elements * window * cost / 64
    ) { buffers, rows in
      for row in rows {
        let (batch, y) = row.quotientAndRemainder(dividingBy: geometry.outputHeight)
        let top = y * geometry.strideHeight - geometry.padTop
        let firstRow = max(top, 0)
        let endRow = min(top + geometry.kernelHeight, geometry.inputHeight)
        for x in 0..<geometry.outputWidth {
          let left = x * geometry.strideWidth - geometry.padLeft
          let firstColumn = max(left, 0)
          let endColumn = min(left + geometry.kernelWidth, geometry.inputWidth)
          let source = (batch * geometry.inputHeight + firstRow) * rowStride
          body(
            buffers, source + firstColumn * channels, (row * geometry.outputWidth + x) * channels,
            PoolingWindow(
              rows: endRow - firstRow, columns: endColumn - firstColumn, channels: channels,
              rowStride: rowStride))
        }
      }
    }
    return Step(kernel: kernel, phases: [phase])
  }

  private static func pool(
    _ pooling: Pooling, _ source: UnsafePointer<Int16>, _ window: PoolingWindow
  ) -> Int32 {
    var sum = 0
    var largest = Int16.min
    for row in 0..<window.rows {
      for column in 0..<window.columns {
        let value = unsafe source[row * window.rowStride + column * window.channels]
        sum += Int(value)
        largest = max(largest, value)
      }
    }
    guard pooling == .average else { return Int32(largest) }
    let count = window.rows * window.columns
    return Int32((sum >= 0 ? sum + count / 2 : sum - count / 2) / count)
  }
}
