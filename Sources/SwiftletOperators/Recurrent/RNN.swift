internal import SwiftletFormat
internal import SwiftletTensor

/// `RNN`: one step of a recurrent layer.
struct RNN: Operator {
  static let code = BuiltinOperator.rnn
  static let elementTypes: [ElementType] = [.float32]
  static let isPure = false
  static let remarks = LSTMTypes.remarks

  private let options: RNNOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 5...5)
    options = node.options(as: RNNOptions.self)
    try RNNOperands.single.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let rows = try SequenceRows(singleStep: try operands.input(0).shape)
    return [[rows.batches, try FloatRNN.units(operands, .single)]]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try FloatRNN.step(
      operands, rows: try SequenceRows(singleStep: try operands.input(0).shape),
      FloatRNN.Options(
        activation: options.fusedActivation, isAsymmetric: options.asymmetricQuantizeInputs),
      in: context)
  }
}

extension FloatRNN {
  /// A step of one layer.
  static func step(
    _ operands: Operands, rows: SequenceRows, _ options: Options, in context: LoweringContext
  ) throws(OperatorError) -> Step {
    let layer = try FloatRNN(
      operands, .single, rows: rows, options,
      target: FloatLSTM.Target(stride: try units(operands, .single)), temporary: 0, in: context)
    return Step(
      kernel: layer.quantizer == nil ? "rnn f32" : "rnn hybrid", phases: layer.phases,
      temporaries: [try layer.temporaryBytes()], scratchBytes: layer.scratchBytes,
      multiplyAccumulates: layer.multiplyAccumulates)
  }
}
