internal import SwiftletFormat
internal import SwiftletTensor

/// `LSTM`: a single step of a long short-term memory.
struct LSTM: Operator {
  static let code = BuiltinOperator.lstm
  static let elementTypes: [ElementType] = [.float32, .uint8, .int8]
  static let isPure = false
  static let remarks =
    LSTMTypes.cellRemarks + [
      "uint8 inputs need the basic kernel (5 inputs, 4 outputs).",
      "int8 inputs with 12 intermediate tensors leave the last output out of the output gate, as "
        + "LiteRT does.",
    ]

  private let options: LSTMOptions
  private let intermediates: [TensorInfo?]

  init(reading node: NodeReader) throws(OperatorError) {
    options = node.options(as: LSTMOptions.self)
    intermediates = node.intermediates
    switch options.kernelType {
    case .full:
      try LSTMTypes.check(node, cellClip: options.cellClip, projectionClip: options.projClip)
    case .basic: try BasicLSTM.check(node)
    }
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    switch options.kernelType {
    case .full:
      let cell = try cell(operands)
      return [[cell.rows.batches, cell.outputs]]
    case .basic: return try BasicLSTM(operands).outputShapes
    }
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    guard options.kernelType == .full else {
      return try BasicLSTM(operands).lowered(operands, in: context)
    }
    let settings = FloatLSTM.Options(
      activation: options.fusedActivation, cellClip: options.cellClip,
      projectionClip: options.projClip, isAsymmetric: options.asymmetricQuantizeInputs)
    return try cell(operands).lowered(
      operands, settings, intermediates: intermediates, in: context)
  }

  private func cell(_ operands: Operands) throws(OperatorError) -> LSTMCell {
    try LSTMCell(
      operands, .single, rows: try SequenceRows(singleStep: try operands.input(0).shape))
  }
}
