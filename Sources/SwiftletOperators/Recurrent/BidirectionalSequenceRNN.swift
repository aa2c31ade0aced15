internal import SwiftletFormat
internal import SwiftletTensor

/// `BIDIRECTIONAL_SEQUENCE_RNN`: two recurrent layers, one of which goes against time.
struct BidirectionalSequenceRNN: Operator {
  static let code = BuiltinOperator.bidirectionalSequenceRNN
  static let elementTypes: [ElementType] = [.float32]
  static let isPure = false
  static let remarks =
    LSTMTypes.remarks + [
      "LiteRT goes several times through the steps of a time-major input with quantised weights, "
        + "takes the distance between rows of an auxiliary input from the other input, and "
        + "ignores an auxiliary input without weights if the batch comes first; here none of that "
        + "happens."
    ]

  private let options: BidirectionalSequenceRNNOptions

  init(reading node: NodeReader) throws(OperatorError) {
    options = node.options(as: BidirectionalSequenceRNNOptions.self)
    let outputs = options.mergeOutputs ? 1 : 2
    try node.require(inputs: 12...12, outputs: outputs...outputs)
    try RNNOperands.forward.check(node)
    try RNNOperands.backward.check(node)
    try node.require(
      (node.optionalInput(10) == nil) == (node.optionalInput(11) == nil),
      "has auxiliary weights for one direction only")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let shape = try operands.input(0).shape
    _ = try rows(operands, 0)
    return try results(operands).outputShapes(for: shape)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let results = try results(operands)
    var settings = FloatRNN.Options(
      activation: options.fusedActivation, isAsymmetric: options.asymmetricQuantizeInputs)
    let forward = try FloatRNN(
      operands, .forward, rows: try rows(operands, 0), settings, target: results.forward,
      temporary: 0, in: context)
    settings.isReversed = true
    var places = RNNOperands.backward
    places.input = BidirectionalRows.backwardInput(operands, auxiliary: places.auxiliary)
    let rows = try rows(operands, places.input)
    guard rows.steps == forward.rows.steps, rows.batches == forward.rows.batches else {
      throw .invalid("has an auxiliary input that does not match the input")
    }
    let backward = try FloatRNN(
      operands, places, rows: rows, settings, target: results.backward, temporary: 1, in: context)
    return Step(
      kernel: forward.quantizer == nil ? "rnn f32 both ways" : "rnn hybrid both ways",
      phases: forward.phases + backward.phases,
      temporaries: [try forward.temporaryBytes(), try backward.temporaryBytes()],
      scratchBytes: max(forward.scratchBytes, backward.scratchBytes),
      multiplyAccumulates: forward.multiplyAccumulates + backward.multiplyAccumulates)
  }

  private func rows(_ operands: Operands, _ index: Int) throws(OperatorError) -> SequenceRows {
    try SequenceRows(sequence: try operands.input(index).shape, isTimeMajor: options.timeMajor)
  }

  private func results(_ operands: Operands) throws(OperatorError) -> BidirectionalRows {
    try BidirectionalRows(
      forward: try FloatRNN.units(operands, .forward),
      backward: try FloatRNN.units(operands, .backward), isMerged: options.mergeOutputs)
  }
}
