internal import SwiftletKernels
internal import SwiftletSIMD
internal import SwiftletTensor

extension GemmBackend {
  /// Who was measured to be faster beside some kernels.
  ///
  /// On 128-bit vectors the own kernels reach 29–37 GFLOP/s and OpenBLAS's 27–33 of 118; where the
  /// processor offers more than the table uses, OpenBLAS uses it and reaches 80–101.
  static func fastest(with kernels: KernelTable) -> GemmBackend {
    guard kernels.isa == .portable, OpenBLAS.isAvailable else { return .own }
    #if arch(x86_64)
    return CPUFeatures.current.hasAVX2 ? .openblas : .own
    #else
    return .openblas
    #endif
  }
}

extension FloatConvolution {
  /// Multiplies with OpenBLAS, or returns nil where an extent does not fit its integers.
  static func lowerToOpenBLAS(
    _ convolution: Convolution, _ filter: DenseFilter, in context: LoweringContext
  ) throws(OperatorError) -> Step? {
    let geometry = convolution.geometry
    // OpenBLAS refuses rows that overlap, and computes nothing then.
    let rows = PixelRows(geometry, filter).flatMap { $0.inputStride >= filter.depth ? $0 : nil }
    let extents = [
      rows?.count ?? 0, rows?.inputStride ?? 0, filter.depth, filter.columns,
      geometry.outputChannels, filter.columnStride, filter.depthStride,
    ]
    guard extents.allSatisfy({ $0 <= OpenBLAS.largestExtent }) else { return nil }
    let pixels = geometry.batches * geometry.outputHeight * geometry.outputWidth
    // Each unit is one call on the same rows however units are cut. A call packs the filter, hence
    // many rows; the windows of a block stay within the second cache.
    let room = rows == nil ? (1 << 18) / max(filter.depth, 1) : 256
    let block = max(1, min(256, room))
    let product = unsafe FloatCalls(
      geometry: geometry, filter: filter, rows: rows, pixels: pixels, block: block,
      weights: try CallOperand(convolution.filter, index: 1, in: context),
      bias: try convolution.bias.map { info throws(OperatorError) in
        try CallOperand(info, index: 2, in: context)
      },
      clamp: context.kernels.float.clamp, limits: limits(of: convolution.activation))
    let time = convolution.multiplyAccumulates / 40
    return Step(
      kernel: "gemm f32 openblas",
      phases: [
        Phase(units: (pixels + block - 1) / block, nanoseconds: time) { buffers, units in
          for unit in units { product.run(unit, in: buffers) }
        }
      ], scratchBytes: rows == nil ? 4 * block * filter.depth : 0)
  }
}

/// An operand that OpenBLAS or a copy reads as it is.
enum CallOperand: Sendable {
  case constant(TensorBytes)
  case input(Int)

  /// Keeps a constant, or a copy of one whose floats are not aligned.
  init(_ info: TensorInfo, index: Int, in context: LoweringContext) throws(OperatorError) {
    guard let constant = info.constant else {
      self = .input(index)
      return
    }
    let isAligned = unsafe UInt(bitPattern: constant.pointer) % 4 == 0
    self = .constant(isAligned ? constant : TensorBytes(try context.copy(of: constant)))
  }

  /// The first value.
  func pointer(in buffers: borrowing Buffers) -> UnsafePointer<Float> {
    switch self {
    case .constant(let bytes): unsafe bytes.pointer.assumingMemoryBound(to: Float.self)
    case .input(let index): unsafe buffers.input(index, as: Float.self)
    }
  }
}

/// A float convolution as calls of OpenBLAS on blocks of output pixels.
@safe struct FloatCalls: Sendable {
  let geometry: ConvolutionGeometry
  let filter: DenseFilter
  /// The rows where they lie in the input as they are; otherwise windows are copied.
  let rows: PixelRows?
  let pixels: Int
  let block: Int
  let weights: CallOperand
  let bias: CallOperand?
  let clamp:
    @Sendable (UnsafePointer<Float>, UnsafeMutablePointer<Float>, Int, Float, Float) -> Void
  let limits: (low: Float, high: Float)

  /// One block of output pixels.
  func run(_ unit: Int, in buffers: borrowing Buffers) {
    let range = unit * block..<min(pixels, (unit + 1) * block)
    let stride = geometry.outputChannels
    let output = unsafe buffers.output(as: Float.self) + range.lowerBound * stride
    // OpenBLAS wants strides of whole rows even of a matrix that has only one.
    let isTransposed =
      filter.depthStride == 1 && (filter.columnStride >= filter.depth || filter.columns == 1)
    unsafe fillBias(output, rows: range.count, in: buffers)
    for group in 0..<filter.groups {
      let left: UnsafePointer<Float>
      let leftStride: Int
      if let rows {
        unsafe left =
          buffers.input(0, as: Float.self) + range.lowerBound * rows.inputStride
          + group * filter.inputs
        leftStride = rows.inputStride
      } else {
        let copies = unsafe buffers.scratch.assumingMemoryBound(to: Float.self)
        unsafe copyWindows(
          of: range, group, from: buffers.input(0, as: Float.self), to: copies)
        unsafe left = UnsafePointer(copies)
        leftStride = filter.depth
      }
      unsafe OpenBLAS.accumulate(
        rows: range.count, columns: filter.columns, depth: filter.depth, left: left,
        leftStride: leftStride,
        right: weights.pointer(in: buffers) + group * filter.columns * filter.columnStride,
        rightStride: isTransposed
          ? max(filter.columnStride, filter.depth) : max(filter.depthStride, filter.columns),
        isRightTransposed: isTransposed, output: output + group * filter.columns,
        outputStride: stride)
    }
    if limits.low > -.infinity {
      unsafe clamp(output, output, range.count * stride, limits.low, limits.high)
    }
  }

  private func fillBias(
    _ output: UnsafeMutablePointer<Float>, rows: Int, in buffers: borrowing Buffers
  ) {
    let count = geometry.outputChannels
    guard let bias else {
      unsafe output.update(repeating: 0, count: rows * count)
      return
    }
    let values = unsafe bias.pointer(in: buffers)
    for row in 0..<rows { unsafe (output + row * count).update(from: values, count: count) }
  }

  /// Lays out what each pixel of a block reads as one row, with zeros outside the image.
  private func copyWindows(
    of pixels: Range<Int>, _ group: Int, from input: UnsafePointer<Float>,
    to copies: UnsafeMutablePointer<Float>
  ) {
    var copy = unsafe copies
    let channels = geometry.inputChannels
    let depth = filter.inputs
    for pixel in pixels {
      let line = pixel / geometry.outputWidth
      let column = pixel % geometry.outputWidth
      let image = line / geometry.outputHeight * geometry.inputHeight
      let top = line % geometry.outputHeight * geometry.strideHeight - geometry.padTop
      let left = column * geometry.strideWidth - geometry.padLeft
      for tapRow in 0..<geometry.kernelHeight {
        let row = top + tapRow * geometry.dilationHeight
        for tapColumn in 0..<geometry.kernelWidth {
          let column = left + tapColumn * geometry.dilationWidth
          if row >= 0 && row < geometry.inputHeight && column >= 0
            && column < geometry.inputWidth
          {
            let index = ((image + row) * geometry.inputWidth + column) * channels
            unsafe copy.update(from: input + (index + group * depth), count: depth)
          } else {
            unsafe copy.update(repeating: 0, count: depth)
          }
          unsafe copy += depth
        }
      }
    }
  }
}
