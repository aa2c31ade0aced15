internal import SwiftletFormat
internal import SwiftletTensor

/// `UNIDIRECTIONAL_SEQUENCE_LSTM`: a long short-term memory that steps through sequences.
struct UnidirectionalSequenceLSTM: Operator {
  static let code = BuiltinOperator.unidirectionalSequenceLSTM
  static let elementTypes: [ElementType] = [.float32, .int8]
  static let isPure = false
  static let remarks = LSTMTypes.cellRemarks

  private let options: UnidirectionalSequenceLSTMOptions
  private let intermediates: [TensorInfo?]

  init(reading node: NodeReader) throws(OperatorError) {
    options = node.options(as: UnidirectionalSequenceLSTMOptions.self)
    intermediates = node.intermediates
    try LSTMTypes.check(node, cellClip: options.cellClip, projectionClip: options.projClip)
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let cell = try cell(operands)
    var shape = try operands.input(0).shape
    shape[shape.rank - 1] = cell.outputs
    return [shape]
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let settings = FloatLSTM.Options(
      activation: options.fusedActivation, cellClip: options.cellClip,
      projectionClip: options.projClip, isAsymmetric: options.asymmetricQuantizeInputs)
    return try cell(operands).lowered(
      operands, settings, intermediates: intermediates, in: context)
  }

  private func cell(_ operands: Operands) throws(OperatorError) -> LSTMCell {
    let rows = try SequenceRows(
      sequence: try operands.input(0).shape, isTimeMajor: options.timeMajor)
    return try LSTMCell(operands, .single, rows: rows)
  }
}
