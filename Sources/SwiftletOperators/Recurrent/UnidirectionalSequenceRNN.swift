internal import SwiftletFormat
internal import SwiftletTensor

/// `UNIDIRECTIONAL_SEQUENCE_RNN`: a recurrent layer that steps through sequences.
struct UnidirectionalSequenceRNN: Operator {
  static let code = BuiltinOperator.unidirectionalSequenceRNN
  static let elementTypes: [ElementType] = [.float32]
  static let isPure = false
  static let remarks = LSTMTypes.remarks

  private let options: SequenceRNNOptions

  init(reading node: NodeReader) throws(OperatorError) {
    try node.require(inputs: 5...5)
    options = node.options(as: SequenceRNNOptions.self)
    try RNNOperands.single.check(node)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    var shape = try operands.input(0).shape
    _ = try rows(operands)
    shape[2] = try FloatRNN.units(operands, .single)
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    try FloatRNN.step(
      operands, rows: try rows(operands),
      FloatRNN.Options(
        activation: options.fusedActivation, isAsymmetric: options.asymmetricQuantizeInputs),
      in: context)
  }

  private func rows(_ operands: Operands) throws(OperatorError) -> SequenceRows {
    try SequenceRows(sequence: try operands.input(0).shape, isTimeMajor: options.timeMajor)
  }
}
