internal import SwiftletTensor

/// One gate of a memory on `int8`: sums of 16 bits, their normalisation and the gate's function.
struct IntegerLSTMGate: Sendable {
  /// Weights that multiply the cells.
  private struct Peephole: Sendable {
    let weights: [Int16]
    let multiplier: FixedPointMultiplier
  }

  /// Layer normalisation in fixed point.
  private struct Normalization: Sendable {
    let coefficients: [Int16]
    let biases: [Int32]
    let multiplier: FixedPointMultiplier
    /// The variance where that of the sums is nothing.
    let leastVariance: Int32
  }

  let input: IntegerProduct
  let recurrent: IntegerProduct
  private let peephole: Peephole?
  private let normalization: Normalization?
  private let function: [Int16]

  init(
    _ list: Operands, _ cell: LSTMCell, _ gate: LSTMGate, input: QuantizedElements,
    state: QuantizedElements, gateScale: Float, cellScale: Double
  ) throws(OperatorError) {
    let operands = cell.operands
    let number = gate.rawValue
    func scale(_ index: Int) throws(OperatorError) -> Float {
      try RecurrentMatrix.scale(of: try list.input(index))
    }
    let bias = operands.bias + number
    self.input = try IntegerProduct(
      list, operands.inputWeights + number, rows: cell.cells, depth: cell.rows.depth,
      multiplier: try scale(operands.inputWeights + number) * input.scale / gateScale,
      zeroPoint: input.zeroPoint, bias: cell.hasLayerNorm ? nil : bias)
    recurrent = try IntegerProduct(
      list, operands.recurrentWeights + number, rows: cell.cells, depth: cell.outputs,
      multiplier: try scale(operands.recurrentWeights + number) * state.scale / gateScale,
      zeroPoint: state.zeroPoint, bias: nil)
    if cell.hasPeephole, let index = operands.peephole(gate) {
      let multiplier = cellScale * Double(try scale(index)) / Double(gateScale)
      peephole = Peephole(
        weights: try list.constantWords(index, count: cell.cells),
        multiplier: FixedPointMultiplier(Double(Float(multiplier))))
    } else {
      peephole = nil
    }
    if cell.hasLayerNorm, let layerNorm = operands.layerNorm {
      let scale = try scale(layerNorm + number)
      normalization = Normalization(
        coefficients: try list.constantWords(layerNorm + number, count: cell.cells),
        biases: try list.constantIntegers(bias, count: cell.cells),
        multiplier: FixedPointMultiplier(Double(scale)),
        leastVariance: max(1, Int32(saturating: 10000 * scale)))
    } else {
      normalization = nil
    }
    function = gate == .cell ? WordFunctions.tanh(integerBits: 3) ?? [] : WordFunctions.logistic
  }

  /// Adds what depends on the cells, normalises and applies the gate's function.
  func finish(
    _ sums: UnsafeMutablePointer<Int16>, _ cellState: UnsafePointer<Int16>, _ cell: LSTMCell,
    _ batch: Int
  ) {
    let cells = cell.cells
    if let peephole { unsafe Self.look(sums, cellState, peephole, cell, batch) }
    if let normalization { unsafe Self.normalize(sums, cells, normalization) }
    for index in 0..<cells {
      unsafe sums[index] = function[Int(UInt16(bitPattern: sums[index]))]
    }
  }

  /// Adds the cells times their weights.
  ///
  /// LiteRT's kernel takes the width of the output for that of the cells, so that with a projection
  /// to fewer outputs the weights repeat too early, over all sequences that it steps through
  /// together, and the last cells get none; and its vector loop over blocks of 16 rounds up.
  private static func look(
    _ sums: UnsafeMutablePointer<Int16>, _ cellState: UnsafePointer<Int16>, _ peephole: Peephole,
    _ cell: LSTMCell, _ batch: Int
  ) {
    let width = min(cell.outputs, cell.cells)
    let first = cell.rows.isTimeMajor ? batch * cell.cells : 0
    let end = (cell.rows.isTimeMajor ? cell.rows.batches : 1) * width
    for index in 0..<min(cell.cells, max(end - first, 0)) {
      let place = (first + index) % width
      let product = unsafe Int32(peephole.weights[place]) * Int32(cellState[index])
      let scaled =
        place < width & ~15
        ? peephole.multiplier.appliedRoundingUp(to: product)
        : peephole.multiplier.applied(to: product)
      unsafe sums[index] = Int16(clamping: Int64(scaled) + Int64(sums[index]))
    }
  }

  private static func normalize(
    _ sums: UnsafeMutablePointer<Int16>, _ cells: Int, _ parameters: Normalization
  ) {
    guard cells > 0 else { return }
    var sum: Int64 = 0
    var squares: Int64 = 0
    for index in 0..<cells {
      let value = unsafe Int64(sums[index])
      sum += value
      squares += value * value
    }
    // Sums have 10 more fractional bits here, variances 20.
    let mean = Int32(truncatingIfNeeded: sum * 1024 / Int64(cells))
    let share = Int64((1 << 20) / cells)
    let variance = squares &* share &- Int64(mean) * Int64(mean)
    var whole = Int32(truncatingIfNeeded: variance / (1 << 20))
    if whole < 1 { whole = parameters.leastVariance }
    let inverse = FixedPointMultiplier(inverseSquareRootOf: whole)
    for index in 0..<cells {
      let difference = unsafe 1024 * Int32(sums[index]) &- mean
      let normal = inverse.applied(to: difference)
      let weighted = normal &* Int32(parameters.coefficients[index]) &+ parameters.biases[index]
      let rounded = (Int64(weighted) + (weighted > 0 ? 512 : -512)) / 1024
      let multiplier = FixedPointMultiplier(
        value: parameters.multiplier.value, exponent: parameters.multiplier.exponent + 12)
      unsafe sums[index] = Int16(
        clamping: multiplier.applied(to: Int32(truncatingIfNeeded: rounded)))
    }
  }
}
