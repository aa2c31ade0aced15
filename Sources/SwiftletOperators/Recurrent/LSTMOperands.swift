/// The gates of a long short-term memory, in the order of its operands.
enum LSTMGate: Int, Sendable, CaseIterable {
  case input
  case forget
  case cell
  case output
}

/// Where the operands of one long short-term memory lie among a node's inputs.
struct LSTMOperands: Sendable {
  /// The rows that are stepped through.
  var input = 0
  /// The first of four matrices, one for each gate, `[cells, inputs]`.
  var inputWeights: Int
  /// The first of four matrices `[cells, outputs]`.
  var recurrentWeights: Int
  /// The first of three lists `[cells]`, for the gates input, forget and output.
  var peephole: Int
  /// The first of four lists `[cells]`.
  var bias: Int
  /// A matrix `[outputs, cells]`, then a list `[outputs]`.
  var projection: Int
  /// Variables: the output and the cells of the last step.
  var outputState: Int
  var cellState: Int
  /// The first of four lists `[cells]`; nil where the operator has no layer normalisation.
  var layerNorm: Int?
  /// A second input, and the first of four matrices `[cells, auxiliary inputs]` for it.
  var auxiliary: (input: Int, weights: Int)?

  /// `LSTM` and `UNIDIRECTIONAL_SEQUENCE_LSTM`.
  static let single = LSTMOperands(
    inputWeights: 1, recurrentWeights: 5, peephole: 9, bias: 12, projection: 16, outputState: 18,
    cellState: 19, layerNorm: 20)

  /// The direction of `BIDIRECTIONAL_SEQUENCE_LSTM` that goes with time.
  static let forward = LSTMOperands(
    inputWeights: 1, recurrentWeights: 5, peephole: 9, bias: 12, projection: 16, outputState: 35,
    cellState: 36, auxiliary: (39, 40))

  /// The direction of `BIDIRECTIONAL_SEQUENCE_LSTM` that goes against time.
  static let backward = LSTMOperands(
    inputWeights: 18, recurrentWeights: 22, peephole: 26, bias: 29, projection: 33,
    outputState: 37, cellState: 38, auxiliary: (39, 44))

  /// The list of peephole weights of a gate; the cell gate has none.
  func peephole(_ gate: LSTMGate) -> Int? {
    switch gate {
    case .input: peephole
    case .forget: peephole + 1
    case .cell: nil
    case .output: peephole + 2
    }
  }
}
