package import SwiftletFormat
package import SwiftletTensor

/// CONV_2D: sums over windows of an NHWC image, with a filter for each output channel.
///
/// There is no option for groups: a filter with fewer input channels than the image divides both
/// sides into groups of neighbouring channels.
package struct Conv2D: Operator {
  package static let code = BuiltinOperator.conv2D
  package static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]

  package static let remarks = [
    "Filters of float32 with float32; of int8 or int4 with float32 (brought to 8 bits at run time), "
      + "int8 and int16; of uint8 with uint8 and float32.",
    "Filters and biases may be computed by the model; the bias of int16 is int64 or int32.",
  ]

  private let options: Conv2DOptions

  package init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...3)
    options = try node.requiredOptions(as: Conv2DOptions.self)
    try ConvolutionTypes.check(node, biasType: options.quantizedBiasType)
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
    guard filter.shape.rank == 4 else {
      throw .invalid("needs a 4-dimensional filter, found \(filter.shape)")
    }
    let geometry = try ConvolutionGeometry(
      input: input.shape, outputChannels: filter.shape[0],
      kernel: (filter.shape[1], filter.shape[2]), stride: (options.strideH, options.strideW),
      dilation: (options.dilationHFactor, options.dilationWFactor), padding: options.padding,
      around: operands.padding)
    let channels = geometry.inputChannels
    let depth = filter.shape[3]
    guard depth > 0, channels > 0, channels % depth == 0 else {
      throw .invalid("has a filter of \(depth) channels for an input of \(channels)")
    }
    let groups = channels / depth
    guard filter.shape[0] % groups == 0 else {
      throw .invalid("has \(filter.shape[0]) output channels, which \(groups) groups do not divide")
    }
    return try Convolution(
      kind: .dense(groups: groups), geometry: geometry, operands: operands,
      activation: options.fusedActivation, biasType: options.quantizedBiasType)
  }
}
