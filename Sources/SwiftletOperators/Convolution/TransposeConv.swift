internal import SwiftletFormat
internal import SwiftletTensor

/// `TRANSPOSE_CONV`: each pixel of an NHWC image adds a filter, times its channels, to a window of an
/// output whose shape is an operand.
struct TransposeConv: Operator {
  static let code = BuiltinOperator.transposeConv
  static let elementTypes: [ElementType] = [.float32, .uint8, .int16, .int8]
  private let options: TransposeConvOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 3...4)
    options = try node.requiredOptions(as: TransposeConvOptions.self)
    try node.require(
      options.strideH > 0 && options.strideW > 0,
      "has a stride of \(options.strideH)×\(options.strideW), which must be positive")
    let shape = try node.input(0).type
    try node.require(
      shape == .int32, "has an output shape of type \(shape.name) instead of int32")
    let types = (try node.input(2).type, try node.input(1).type, try node.output().type)
    let bias = node.optionalInput(3)?.type
    let biases: [ElementType]
    switch types {
    case (.float32, .float32, .float32), (.float32, .int8, .float32): biases = [.float32]
    case (.uint8, .uint8, .uint8), (.int8, .int8, .int8): biases = [.int32]
    case (.int16, .int8, .int16): biases = [.int32, .int64]
    default:
      throw .unsupported(
        "has an input of type \(types.0.name), a filter of \(types.1.name) and an output of "
          + "\(types.2.name)")
    }
    if let bias {
      try node.require(biases.contains(bias), "has a bias of type \(bias.name)")
    }
    if types.0 == .int16, options.quantizedBiasType != .float32 {
      try node.require(
        biases.contains(options.quantizedBiasType)
          && options.quantizedBiasType == bias ?? options.quantizedBiasType,
        "has a bias of another type than the \(options.quantizedBiasType.name) of its options")
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (input, filter) = (try operands.input(2).shape, try operands.input(1).shape)
    guard let extents = try operands.integers(0) else { return nil }
    let output = Shape(extents)
    guard input.rank == 4, filter.rank == 4, output.rank == 4 else {
      throw .invalid(
        "needs 4-dimensional operands, found an input \(input), a filter \(filter) and an output "
          + "\(output)")
    }
    guard extents.allSatisfy({ $0 >= 0 }) else {
      throw .invalid("has an output \(output) with a negative extent")
    }
    guard output[0] == input[0], output[3] == filter[0], input[3] == filter[3] else {
      throw .invalid("has an output \(output) for an input \(input) and a filter \(filter)")
    }
    guard filter[1] > 0, filter[2] > 0 else {
      throw .invalid("has a filter of \(filter[1])×\(filter[2]), which must be positive")
    }
    guard windows(of: output, filter) == [input[1], input[2]] else {
      throw .invalid(
        "has an output \(output) that windows of \(filter[1])×\(filter[2]) do not take to \(input)")
    }
    return [output]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (input, filter) = (try operands.input(2), try operands.input(1))
    let output = operands.outputs[0]
    let bias = operands.optionalInput(3)
    let isSame = options.padding == .same
    let rows = TransposedAxis(
      input: input.shape[1], output: output.shape[1], kernel: filter.shape[1],
      stride: options.strideH, isSame: isSame)
    let columns = TransposedAxis(
      input: input.shape[2], output: output.shape[2], kernel: filter.shape[2],
      stride: options.strideW, isSame: isSame)
    let coversStrides =
      options.strideH <= filter.shape[1] && options.strideW <= filter.shape[2]
    let statesShapes = try statesDelegableShapes(operands)
    let isDelegated =
      try operands.input(0).isStatic && filter.isStaticWeight && bias?.isStaticWeight ?? true
      && bias?.isDelegableBias ?? true
      && (!isSame || coversStrides) && statesShapes
      && input.isDelegable && output.isDelegable && (filter.type != .uint8 || filter.isDelegable)
    try Self.checkBias(bias, outputs: filter.shape[0])
    return try TransposedConvolution(
      rows: rows, columns: columns, input: input, inputPlace: .input(2), filter: filter,
      filterPlace: .input(1), bias: bias, biasPlace: bias == nil ? .nowhere : .input(3),
      output: output, activation: options.fusedActivation,
      origin: .transposed(channels: filter.shape[0], isDelegated: isDelegated),
      biasType: options.quantizedBiasType
    ).lowered(in: context)
  }

  /// Whether XNNPACK takes the shapes of images that the file states.
  private func statesDelegableShapes(_ operands: Operands) throws(OperatorError) -> Bool {
    let (input, filter) = (try operands.input(2), try operands.input(1))
    guard input.statesImage, operands.outputs[0].statesImage,
      input.statedShape[3] == filter.shape[3]
    else { return false }
    let image = [input.statedShape[1], input.statedShape[2]]
    return options.padding != .same || image == windows(of: operands.outputs[0].shape, filter.shape)
  }

  /// How many windows an output has along both axes.
  private func windows(of output: Shape, _ filter: Shape) -> [Int] {
    let isSame = options.padding == .same
    return [
      TransposedAxis.windows(
        output[1], reach: filter[1], stride: options.strideH, isSame: isSame),
      TransposedAxis.windows(
        output[2], reach: filter[2], stride: options.strideW, isSame: isSame),
    ]
  }

  /// Throws unless there is one value for each output channel.
  static func checkBias(_ bias: TensorInfo?, outputs: Int) throws(OperatorError) {
    guard let bias, bias.elementCount != outputs else { return }
    throw .invalid("has a bias of \(bias.elementCount) values for \(outputs) output channels")
  }
}
