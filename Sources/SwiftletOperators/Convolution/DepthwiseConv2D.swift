package import SwiftletFormat
package import SwiftletTensor

/// DEPTHWISE_CONV_2D: sums over windows of each channel of an NHWC image by itself.
///
/// The filter has one or several output channels for each input channel. Their number follows from
/// its shape; the option `depth_multiplier` says it again and is ignored, as upstream does.
package struct DepthwiseConv2D: Operator {
  package static let code = BuiltinOperator.depthwiseConv2D
  package static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]

  package static let remarks = [
    "Filters of float32 with float32; of int8 with float32 (brought to 8 bits at run time), int8 and "
      + "int16; of int4 with int8 and int16; of uint8 with uint8.",
    "Filters and biases may be computed by the model; the bias of int16 is int64.",
    "LiteRT takes the bytes of an int4 filter for weights where the input is int16, and reads beyond "
      + "their end; here they are what they say.",
  ]

  private let options: DepthwiseConv2DOptions

  package init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 2...3)
    options = try node.requiredOptions(as: DepthwiseConv2DOptions.self)
    try ConvolutionTypes.check(node)
  }

  package func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    [try convolution(operands).geometry.outputShape]
  }

  package func lower(
    _ operands: Operands, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    try convolution(operands).lowered(in: context)
  }

  private func convolution(_ operands: Operands) throws(OperatorError) -> Convolution {
    let input = try operands.input(0)
    let filter = try operands.input(1)
    guard filter.shape.rank == 4, filter.shape[0] == 1 else {
      throw .invalid("needs a filter of 1×height×width×channels, found \(filter.shape)")
    }
    let geometry = try ConvolutionGeometry(
      input: input.shape, outputChannels: filter.shape[3],
      kernel: (filter.shape[1], filter.shape[2]), stride: (options.strideH, options.strideW),
      dilation: (options.dilationHFactor, options.dilationWFactor), padding: options.padding,
      around: operands.padding)
    let channels = geometry.inputChannels
    guard channels > 0, filter.shape[3] > 0, filter.shape[3] % channels == 0 else {
      throw .invalid(
        "has a filter of \(filter.shape[3]) channels, which is no multiple of the input's \(channels)"
      )
    }
    return try Convolution(
      kind: .depthwise(multiplier: filter.shape[3] / channels), geometry: geometry,
      operands: operands, activation: options.fusedActivation)
  }
}
