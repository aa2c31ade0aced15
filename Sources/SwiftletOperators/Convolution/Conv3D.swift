internal import SwiftletFormat
internal import SwiftletTensor

/// `CONV_3D`: sums over windows of a sequence of images `[batch, depth, height, width, channels]`.
///
/// The images under a window are laid side by side as the channels of one image; what remains is a
/// convolution of images.
struct Conv3D: Operator {
  static let code = BuiltinOperator.conv3D
  static let elementTypes: [ElementType] = [.float32]
  private let options: Conv3DOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...3)
    options = try node.requiredOptions(as: Conv3DOptions.self)
    try VolumeTypes.check(node, data: 0)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (volume, depth, image) = try geometry(operands)
    return [
      [volume[0], depth.outputHeight, image.outputHeight, image.outputWidth, image.outputChannels]
    ]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (volume, depth, geometry) = try geometry(operands)
    let filter = try operands.input(1)
    let extents = filter.shape.dimensions
    let bias = operands.optionalInput(2)
    try TransposeConv.checkBias(bias, outputs: extents[4])
    var whole = ComposedStep()

    try context.reserve(byteCount: BlockCopies.bytesPerBlock, times: filter.elementCount)
    try context.reserve(byteCount: 8, times: extents[0])
    // `[depth, height, width, in, out]` becomes `[out, height, width, depth · in]`.
    var sources: [Int?] = []
    sources.reserveCapacity(filter.elementCount)
    for output in 0..<extents[4] {
      for row in 0..<extents[1] {
        for column in 0..<extents[2] {
          for frame in 0..<extents[0] {
            let tap = (frame * extents[1] + row) * extents[2] + column
            for input in 0..<extents[3] {
              sources.append((tap * extents[3] + input) * extents[4] + output)
            }
          }
        }
      }
    }
    let (flat, flatPlace) = try BlockCopies(blockBytes: 4, sources: sources).rearranged(
      filter, at: .input(1),
      shape: [extents[4], extents[1], extents[2], extents[0] * extents[3]],
      name: "volume filter \(filter.shape)", adding: &whole, in: context)

    let taps = (0..<extents[0]).map { $0 * depth.dilationHeight - depth.padTop }
    let stack = FrameStack(
      volume: volume, frames: depth.outputHeight, step: depth.strideHeight, taps: taps)
    let (input, inputPlace) = try stack.stacked(
      try operands.input(0), at: .input(0), adding: &whole)
    var output = operands.outputs[0]
    output.shape = geometry.outputShape
    let convolution = Convolution(
      kind: .dense(groups: 1), geometry: geometry, input: input, filter: flat, bias: bias,
      output: output, activation: options.fusedActivation)
    whole.append(
      try convolution.lowered(in: context), inputs: [inputPlace, flatPlace, .input(2)],
      output: .output(0))
    return whole.step("volume")
  }

  /// The shape of the input, windows along the depth, and those of the images of stacked frames.
  private func geometry(
    _ operands: Operands
  ) throws(OperatorError) -> (Shape, depth: ConvolutionGeometry, image: ConvolutionGeometry) {
    let (volume, filter) = (try operands.input(0).shape, try operands.input(1).shape)
    guard volume.rank == 5, filter.rank == 5, volume[4] == filter[3] else {
      throw .invalid("has an input \(volume) for a filter \(filter)")
    }
    let depth = try ConvolutionGeometry(
      input: [volume[0], volume[1], 1, 1], outputChannels: 1, kernel: (filter[0], 1),
      stride: (options.strideD, 1), dilation: (options.dilationDFactor, 1),
      padding: options.padding)
    let (channels, overflow) = filter[0].multipliedReportingOverflow(by: volume[4])
    guard !overflow else { throw .invalid("has a filter \(filter) that is too large") }
    let image = try ConvolutionGeometry(
      input: [volume[0] * depth.outputHeight, volume[2], volume[3], channels],
      outputChannels: filter[4], kernel: (filter[1], filter[2]),
      stride: (options.strideH, options.strideW),
      dilation: (options.dilationHFactor, options.dilationWFactor), padding: options.padding)
    return (volume, depth, image)
  }
}
