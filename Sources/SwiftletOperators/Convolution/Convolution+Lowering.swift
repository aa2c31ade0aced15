internal import SwiftletFormat
internal import SwiftletTensor

extension Convolution {
  /// Describes a node by its operands: input, filter and an optional bias.
  init(
    kind: Kind, geometry: ConvolutionGeometry, operands: Operands, activation: ActivationFunction,
    biasType: ElementType = .float32
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
    self.biasType = biasType
    hasOtherSign = operands.hasOtherSign
  }

  /// Lowers to the kernels of the operands' types.
  func lowered(in context: LoweringContext) throws(OperatorError) -> Step {
    // Channels of a constant are counted with it.
    if filter.constant == nil { try context.reserve(channels: geometry.outputChannels) }
    if input.type == .float32 {
      if filter.type == .float32 { return try FloatConvolution.lower(self, in: context) }
      if filter.blockwise != nil { return try BlockwiseProduct.lower(self, in: context) }
      return try HybridConvolution.lower(self, in: context)
    }
    if filter.type == .int16 { return try WideProduct.lower(self, in: context) }
    let isConstant = filter.constant != nil && bias.map { $0.constant != nil } ?? true
    return input.type == output.type && input.type != .int16 && isConstant
      ? try QuantizedConvolution.lower(self, in: context)
      : try PairIntegers.lower(self, in: context)
  }
}

/// Which element types convolutions and matrix products take together.
enum ConvolutionTypes {
  /// Throws unless input, filter, bias and output of a node have types that there are kernels for.
  ///
  /// `biasType` is what the options name; `float32` for none.
  static func check(
    _ node: NodeReader, biasType: ElementType = .float32
  ) throws(OperatorError) {
    let input = try node.input(0).type
    let filter = try node.input(1).type
    let output = try node.output().type
    let bias = node.optionalInput(2)?.type
    if node.node.code == .conv2D, bias == nil {
      throw .invalid("needs an input 2, the bias, which is missing")
    }
    guard let biases = biases(for: input, filter, output, node.node.code) else {
      throw mixed(node)
    }
    guard bias.map(biases.contains) ?? true else { throw mixed(node) }
    if input == .int16, biasType != .float32, biasType != bias ?? biasType {
      throw .invalid("has a bias of another type than the \(biasType.name) of its options")
    }
  }

  /// The types that the bias may have beside the other operands; nil where there are no kernels.
  private static func biases(
    for input: ElementType, _ filter: ElementType, _ output: ElementType, _ code: BuiltinOperator
  ) -> [ElementType]? {
    let isProduct = code == .fullyConnected
    let isDepthwise = code == .depthwiseConv2D
    switch (input, filter, output) {
    case (.float32, .float32, .float32), (.float32, .int8, .float32): return [.float32]
    case (.float32, .uint8, .float32), (.float32, .int4, .float32):
      return isDepthwise ? nil : [.float32]
    case (.float32, .int2, .float32): return isProduct ? [.float32] : nil
    case (.uint8, .uint8, .uint8), (.int8, .int8, .int8), (.int8, .int4, .int8): return [.int32]
    case (.int8, .int2, .int8): return isProduct ? [.int32] : nil
    case (.int16, .int8, .int16), (.int16, .int4, .int16):
      return isDepthwise ? [.int64] : [.int32, .int64]
    case (.int16, .int2, .int16), (.int16, .int16, .int16):
      return isProduct ? [.int32, .int64] : nil
    case (.uint8, .uint8, .int16): return isProduct ? [.int32] : nil
    default: return nil
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
