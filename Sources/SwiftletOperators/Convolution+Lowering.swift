internal import SwiftletFormat
internal import SwiftletTensor

extension Convolution {
  /// Describes a node by its operands: input, filter and an optional bias.
  init(
    kind: Kind, geometry: ConvolutionGeometry, operands: Operands, activation: ActivationFunction
  ) throws(OperatorError) {
    let bias = operands.optionalInput(2)
    if let bias, bias.elementCount != geometry.outputChannels {
      throw .invalid(
        "has a bias of \(bias.elementCount) values for \(geometry.outputChannels) output channels")
    }
    guard let output = operands.outputs.first else {
      throw .invalid("needs an output 0, which is missing")
    }
    self.init(
      kind: kind, geometry: geometry, input: try operands.input(0), filter: try operands.input(1),
      bias: bias, output: output, activation: activation)
  }

  /// Lowers to the kernels of the operands' type.
  func lowered(in context: LoweringContext) throws(OperatorError) -> Step {
    switch input.type {
    case .float32: try FloatConvolution.lower(self, in: context)
    default: try QuantizedConvolution.lower(self, in: context)
    }
  }
}

/// Which element types convolutions and matrix products take together.
enum ConvolutionTypes {
  /// Throws unless input, filter, bias and output of a node have types that there are kernels for.
  static func check(_ node: NodeReader) throws(OperatorError) {
    let input = try node.input(0).type
    let filter = try node.input(1).type
    let output = try node.output().type
    let bias = node.optionalInput(2)?.type
    if node.node.code == .conv2D, bias == nil {
      throw .invalid("needs an input 2, the bias, which is missing")
    }
    switch (input, filter, output) {
    case (.float32, .float32, .float32):
      guard bias == nil || bias == .float32 else { throw mixed(node) }
    case (.uint8, .uint8, .uint8), (.int8, .int8, .int8):
      guard bias == nil || bias == .int32 else { throw mixed(node) }
    default: throw mixed(node)
    }
  }

  private static func mixed(_ node: NodeReader) -> OperatorError {
    let names = (node.inputs.compactMap { $0?.type.name }).joined(separator: ", ")
    let output = node.outputs.first?.type.name ?? "nothing"
    return .unsupported("has inputs of type \(names) and an output of \(output)")
  }
}

extension NodeReader {
  /// The options as one type, which the file must have.
  func requiredOptions<Options: OperatorOptions>(
    as type: Options.Type
  ) throws(OperatorError) -> Options {
    guard let options = node.options as? Options else {
      throw .invalid("has no options, or those of another operator")
    }
    return options
  }
}
