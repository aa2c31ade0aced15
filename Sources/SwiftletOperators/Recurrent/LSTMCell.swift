internal import SwiftletFormat
internal import SwiftletTensor

/// One long short-term memory of a node: its sizes and which of its parts it has, checked.
struct LSTMCell: Sendable {
  let operands: LSTMOperands
  let rows: SequenceRows
  let cells: Int
  let outputs: Int
  /// The elements of a row of the auxiliary input; nil where there is none.
  let auxiliaryDepth: Int?
  /// Without an input gate: it is `1 − forget`.
  let isCoupled: Bool
  let hasPeephole: Bool
  let hasLayerNorm: Bool
  let hasProjection: Bool
  let hasProjectionBias: Bool

  /// The gates that there are.
  var gates: [LSTMGate] { isCoupled ? [.forget, .cell, .output] : LSTMGate.allCases }

  /// Reads sizes from shapes, and throws where operands contradict each other.
  init(
    _ list: Operands, _ operands: LSTMOperands, rows: SequenceRows
  ) throws(OperatorError) {
    self.operands = operands
    self.rows = rows
    func has(_ index: Int) -> Bool { list.optionalInput(index) != nil }

    let weights = try list.input(operands.inputWeights + LSTMGate.output.rawValue)
    let recurrent = try list.input(operands.recurrentWeights + LSTMGate.output.rawValue)
    guard weights.shape.rank == 2, (1...2).contains(recurrent.shape.rank) else {
      throw .invalid(
        "has weights of the output gate of the shapes \(weights.shape) and \(recurrent.shape)")
    }
    cells = weights.shape[0]
    outputs = recurrent.shape[recurrent.shape.rank - 1]

    // A list of as many numbers bounds the rows of matrices that have no columns.
    guard try list.input(operands.bias + LSTMGate.forget.rawValue).shape == [cells] else {
      throw .invalid("has a bias of another length than the \(cells) cells")
    }
    isCoupled = !has(operands.inputWeights)
    guard has(operands.recurrentWeights) == !isCoupled, has(operands.bias) == !isCoupled else {
      throw .invalid("has only some operands of the input gate")
    }
    hasPeephole = has(operands.peephole + 2)
    guard has(operands.peephole + 1) == hasPeephole,
      has(operands.peephole) == (hasPeephole && !isCoupled)
        || (isCoupled && hasPeephole)
    else { throw .invalid("has only some of the peephole weights") }
    if let layerNorm = operands.layerNorm {
      hasLayerNorm = has(layerNorm + LSTMGate.forget.rawValue)
      let expected = hasLayerNorm && !isCoupled
      guard !hasLayerNorm || has(layerNorm) == expected else {
        throw .invalid("has only some of the coefficients of layer normalisation")
      }
    } else {
      hasLayerNorm = false
    }
    hasProjection = has(operands.projection)
    hasProjectionBias = has(operands.projection + 1)
    guard hasProjection || !hasProjectionBias else {
      throw .invalid("has a bias of the projection without its weights")
    }
    guard hasProjection || outputs == cells else {
      throw .invalid("has \(outputs) outputs and \(cells) cells without a projection")
    }
    if let auxiliary = operands.auxiliary,
      let info = list.optionalInput(auxiliary.input), has(auxiliary.weights + 1)
    {
      let other = try SequenceRows(sequence: info.shape, isTimeMajor: rows.isTimeMajor)
      guard other.steps == rows.steps, other.batches == rows.batches else {
        throw .invalid("has an auxiliary input \(info.shape) that does not match the input")
      }
      auxiliaryDepth = other.depth
    } else {
      auxiliaryDepth = nil
    }
    for (index, width) in [(operands.outputState, outputs), (operands.cellState, cells)] {
      let state = try list.state(index)
      let (count, overflow) = rows.batches.multipliedReportingOverflow(by: width)
      guard !overflow, state.elementCount == count else {
        throw .invalid("has a state \(state.shape) for \(rows.batches)×\(width) elements")
      }
    }
  }
}

extension Operands {
  /// An input that has to be a variable, so that a step may change it.
  func state(_ index: Int) throws(OperatorError) -> TensorInfo {
    let info = try input(index)
    guard info.isVariable, info.constant == nil else {
      throw .invalid("needs a variable as input \(index), its state")
    }
    return info
  }
}
