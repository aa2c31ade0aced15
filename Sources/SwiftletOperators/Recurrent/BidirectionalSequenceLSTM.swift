internal import SwiftletFormat
internal import SwiftletTensor

/// `BIDIRECTIONAL_SEQUENCE_LSTM`: two long short-term memories, one of which goes against time.
struct BidirectionalSequenceLSTM: Operator {
  static let code = BuiltinOperator.bidirectionalSequenceLSTM
  static let elementTypes: [ElementType] = [.float32]
  static let isPure = false
  static let remarks =
    LSTMTypes.cellRemarks + [
      "LiteRT writes outside the states of merged outputs if the batch comes first and has "
        + "several sequences; here they are computed as defined."
    ]

  private let options: BidirectionalSequenceLSTMOptions

  init(reading node: NodeReader) throws(OperatorError) {
    options = node.options(as: BidirectionalSequenceLSTMOptions.self)
    let outputs = options.mergeOutputs ? 1 : 2
    try node.require(inputs: 48...48, outputs: outputs...outputs)
    try LSTMTypes.checkClips(node, options.cellClip, options.projClip)
    try node.require(
      try node.input(0).type == .float32, "has an input of a type other than float32")
    try LSTMTypes.check(node, .forward)
    try LSTMTypes.check(node, .backward)
    let weights = [41, 42, 43, 45, 46, 47].map { node.optionalInput($0) != nil }
    try node.require(
      weights.allSatisfy { $0 == weights[0] }, "has only some of the auxiliary weights")
  }

  func outputShapes(for operands: Operands) throws(OperatorError) -> [Shape]? {
    let (forward, backward) = try cells(operands)
    return try results(forward, backward).outputShapes(for: try operands.input(0).shape)
  }

  func lower(_ operands: Operands, in context: LoweringContext) throws(OperatorError) -> Step {
    let (first, second) = try cells(operands)
    let results = try results(first, second)
    var settings = FloatLSTM.Options(
      activation: options.fusedActivation, cellClip: options.cellClip,
      projectionClip: options.projClip, isAsymmetric: options.asymmetricQuantizeInputs)
    let forward = try FloatLSTM(
      operands, first, settings, target: results.forward, temporary: 0, in: context)
    settings.isReversed = true
    let backward = try FloatLSTM(
      operands, second, settings, target: results.backward, temporary: 1, in: context)
    return Step(
      kernel: forward.quantizer == nil ? "lstm f32 both ways" : "lstm hybrid both ways",
      phases: forward.phases + backward.phases,
      temporaries: [try forward.temporaryBytes(), try backward.temporaryBytes()],
      scratchBytes: max(forward.scratch.byteCount, backward.scratch.byteCount),
      multiplyAccumulates: forward.multiplyAccumulates + backward.multiplyAccumulates)
  }

  private func cells(
    _ operands: Operands
  ) throws(OperatorError) -> (forward: LSTMCell, backward: LSTMCell) {
    let rows = try SequenceRows(
      sequence: try operands.input(0).shape, isTimeMajor: options.timeMajor)
    var places = LSTMOperands.backward
    // The weights of the forget gate stand for all, since those of the input gate may be missing.
    places.input = BidirectionalRows.backwardInput(
      operands, auxiliary: places.auxiliary.map { ($0.input, $0.weights + 1) })
    let other = try SequenceRows(
      sequence: try operands.input(places.input).shape, isTimeMajor: options.timeMajor)
    guard other.steps == rows.steps, other.batches == rows.batches else {
      throw .invalid("has an auxiliary input that does not match the input")
    }
    return (
      try LSTMCell(operands, .forward, rows: rows), try LSTMCell(operands, places, rows: other)
    )
  }

  private func results(
    _ forward: LSTMCell, _ backward: LSTMCell
  ) throws(OperatorError) -> BidirectionalRows {
    try BidirectionalRows(
      forward: forward.outputs, backward: backward.outputs, isMerged: options.mergeOutputs)
  }
}
