internal import SwiftletFormat
internal import SwiftletTensor

/// `CONV_3D_TRANSPOSE`: each element of a sequence of images adds a filter, times its channels, to a
/// window of an output whose shape is an operand.
///
/// Output frames at one distance of a stride from each other are transposed convolutions of images
/// that hold, as channels, the input frames which reach them.
struct Conv3DTranspose: Operator {
  static let code = BuiltinOperator.conv3DTranspose
  static let elementTypes: [ElementType] = [.float32]
  private let options: Conv3DOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...4)
    options = try node.requiredOptions(as: Conv3DOptions.self)
    try node.require(
      options.strideD > 0 && options.strideH > 0 && options.strideW > 0,
      "has a stride of \(options.strideD)×\(options.strideH)×\(options.strideW), which must be "
        + "positive")
    try node.require(
      options.dilationDFactor > 0 && options.dilationHFactor > 0 && options.dilationWFactor > 0,
      "has a dilation that is not positive")
    let shape = try node.input(0).type
    try node.require(
      shape == .int32, "has an output shape of type \(shape.name) instead of int32")
    try VolumeTypes.check(node, data: 2)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (input, filter) = (try operands.input(2).shape, try operands.input(1).shape)
    guard let extents = try operands.integers(0) else { return nil }
    let output = Shape(extents)
    guard input.rank == 5, filter.rank == 5, output.rank == 5,
      extents.allSatisfy({ $0 >= 0 }), output[0] == input[0], output[4] == filter[3],
      input[4] == filter[4], filter.dimensions.prefix(3).allSatisfy({ $0 > 0 })
    else {
      throw .invalid("has an output \(output) for an input \(input) and a filter \(filter)")
    }
    for (index, settings) in axisSettings.enumerated() {
      let windows = TransposedAxis.windows(
        output[index + 1], reach: (filter[index] - 1) * settings.dilation + 1,
        stride: settings.stride, isSame: options.padding == .same)
      guard windows == input[index + 1] else {
        throw .invalid("has an output \(output) that windows \(filter) do not take to \(input)")
      }
    }
    return [output]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (input, filter) = (try operands.input(2), try operands.input(1))
    let output = operands.outputs[0]
    let bias = operands.optionalInput(3)
    try TransposeConv.checkBias(bias, outputs: filter.shape[3])
    let axes = axisSettings.enumerated().map { index, settings in
      TransposedAxis(
        input: input.shape[index + 1], output: output.shape[index + 1],
        kernel: filter.shape[index], stride: settings.stride, dilation: settings.dilation,
        isSame: options.padding == .same)
    }
    var whole = ComposedStep()
    var images = TransposedConvolution(
      rows: axes[1], columns: axes[2], input: input, inputPlace: .input(2), filter: filter,
      filterPlace: .input(1), bias: bias, biasPlace: bias == nil ? .nowhere : .input(3),
      output: output, activation: options.fusedActivation, origin: .kind)
    let hasTaps = filter.elementCount > 0 && output.elementCount > 0
    let parts = hasTaps ? try axes[0].parts(in: context) : []
    let imageParts = try TransposedConvolution.Parts(axes[1], axes[2], in: context)
    for (index, part) in parts.enumerated() {
      let taps = part.taps.enumerated().compactMap { place, tap in
        tap.map { (tap: $0, frame: place * part.dilation - part.padding) }
      }
      let stack = FrameStack(
        volume: input.shape, frames: part.count, step: 1, taps: taps.map(\.frame))
      try context.reserve(
        byteCount: BlockCopies.bytesPerBlock, times: taps.count, filter.shape[1], filter.shape[2],
        filter.shape[3])
      (images.input, images.inputPlace) = try stack.stacked(input, at: .input(2), adding: &whole)
      (images.filter, images.filterPlace) = try Self.blocks(filter.shape, taps: taps.map(\.tap))
        .rearranged(
          filter, at: .input(1),
          shape: [
            filter.shape[3], filter.shape[1], filter.shape[2], taps.count * filter.shape[4],
          ], name: "transposed volume filter \(filter.shape) \(axes[0]) \(part.offset)",
          adding: &whole, in: context)
      images.frames = TransposedConvolution.Frames(
        period: max(part.count, 1), pitch: axes[0].output, first: part.offset,
        step: axes[0].stride)
      if index == 0, images.needsFilling(imageParts) || !axes[0].isCovered(by: parts) {
        try images.appendFilling(to: &whole, in: context)
      }
      try images.append(imageParts, to: &whole, in: context)
    }
    if parts.isEmpty, output.elementCount > 0 {
      images.filter.shape = [filter.shape[3], 1, 1, 1]
      try images.appendFilling(to: &whole, in: context)
    }
    return whole.step("transposed volume")
  }

  private var axisSettings: [(stride: Int, dilation: Int)] {
    [
      (options.strideD, options.dilationDFactor), (options.strideH, options.dilationHFactor),
      (options.strideW, options.dilationWFactor),
    ]
  }

  /// The filter `[out, height, width, taps · in]` of images that hold the frames of some taps.
  private static func blocks(_ filter: Shape, taps: [Int]) -> BlockCopies {
    var sources: [Int?] = []
    sources.reserveCapacity(filter[3] * filter[1] * filter[2] * taps.count)
    for output in 0..<filter[3] {
      for row in 0..<filter[1] {
        for column in 0..<filter[2] {
          for tap in taps {
            sources.append(((tap * filter[1] + row) * filter[2] + column) * filter[3] + output)
          }
        }
      }
    }
    return BlockCopies(blockBytes: 4 * filter[4], sources: sources)
  }
}
