internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// A long short-term memory on `int8` whose products are kept in bytes ("8×8→8"): coupled gates,
/// layer normalisation and projection, with twelve intermediate tensors.
struct ByteGateLSTM: Sendable {
  /// One gate.
  private struct Gate: Sendable {
    let input: IntegerProduct
    /// Nil for the output gate: LiteRT multiplies its product by a number from behind the end of an
    /// array, which is too small to leave anything.
    let recurrent: IntegerProduct?
    /// From each product to their sum.
    let inputMultiplier: FixedPointMultiplier
    let recurrentMultiplier: FixedPointMultiplier
    let coefficients: [Int16]
    let biases: [Int32]
    let layerNormScale: Float
    let isLogistic: Bool
  }

  private let cell: LSTMCell
  private let gates: [Gate]
  private let projection: IntegerProduct
  private let projectionClip: Int32
  private let cellClip: Int32
  private let kernels: RecurrentKernels
  private let scratch: Scratch

  /// Offsets into a thread's scratch.
  private struct Scratch: Sendable {
    let inputBytes: Int
    let recurrentBytes: Int
    let accumulators: Int
    let gates: Int
    let byteCount: Int
  }

  init(
    _ list: Operands, _ cell: LSTMCell, _ options: FloatLSTM.Options,
    intermediates: [TensorInfo?], in context: LoweringContext
  ) throws(OperatorError) {
    guard cell.isCoupled, cell.hasLayerNorm, cell.hasProjectionBias else {
      throw .unsupported(
        "has 12 intermediate tensors, but not the coupled gates, the layer normalisation and the "
          + "projection with a bias that belong to them")
    }
    self.cell = cell
    kernels = context.kernels.recurrent
    let operands = cell.operands
    let input = try QuantizedElements(try list.input(operands.input), "input")
    let state = try QuantizedElements(try list.input(operands.outputState), "output state")
    let output = try QuantizedElements(list.outputs[0], "output")
    let cells = try QuantizedElements(try list.input(operands.cellState), "cell state")
    guard cells.scale == 0x1p-15 else {
      throw .invalid("has a cell state with the scale \(cells.scale) instead of 2^-15")
    }
    cellClip =
      options.cellClip > 0 && options.cellClip < 1
      ? Int32(saturating: options.cellClip / cells.scale) : 0
    projectionClip =
      options.projectionClip > 0
      ? Int32(saturating: min(options.projectionClip / output.scale, 127)) : 0
    gates = try cell.gates.map { gate throws(OperatorError) in
      try Self.gate(gate, list, cell, intermediates, input: input, state: state)
    }
    let scale = try RecurrentMatrix.scale(of: try list.input(operands.projection))
    projection = try IntegerProduct(
      list, operands.projection, rows: cell.outputs, depth: cell.cells,
      multiplier: scale * 0x1p-15 / state.scale, zeroPoint: 0, bias: operands.projection + 1,
      outputZeroPoint: state.zeroPoint)
    var plan = MemoryLayoutPlan()
    let inputBytes = try plan.reserve(cell.cells, bytes: 1)
    let recurrentBytes = try plan.reserve(cell.cells, bytes: 1)
    let accumulators = try plan.reserve(cell.cells, bytes: 4)
    let gateWords = try plan.reserve(gates.count, cell.cells, bytes: 2)
    scratch = Scratch(
      inputBytes: inputBytes, recurrentBytes: recurrentBytes, accumulators: accumulators,
      gates: gateWords, byteCount: plan.byteCount)
  }

  private static func gate(
    _ gate: LSTMGate, _ list: Operands, _ cell: LSTMCell, _ intermediates: [TensorInfo?],
    input: QuantizedElements, state: QuantizedElements
  ) throws(OperatorError) -> Gate {
    let operands = cell.operands
    let number = gate.rawValue
    // Three intermediate tensors for each gate: the sum, then both products.
    let sum = try IntegerLSTM.intermediate(intermediates, 3 * number)
    let inputProduct = try IntegerLSTM.intermediate(intermediates, 3 * number + 1)
    let recurrentProduct = try IntegerLSTM.intermediate(intermediates, 3 * number + 2)
    func scale(_ index: Int) throws(OperatorError) -> Float {
      try RecurrentMatrix.scale(of: try list.input(index))
    }
    guard let layerNorm = operands.layerNorm else {
      throw .invalid("has no layer normalisation")
    }
    let coefficientScale = FixedPointMultiplier(Double(try scale(layerNorm + number)))
    return Gate(
      input: try IntegerProduct(
        list, operands.inputWeights + number, rows: cell.cells, depth: cell.rows.depth,
        multiplier: try scale(operands.inputWeights + number) * input.scale / inputProduct.scale,
        zeroPoint: input.zeroPoint, bias: nil, outputZeroPoint: inputProduct.zeroPoint),
      recurrent: gate == .output
        ? nil
        : try IntegerProduct(
          list, operands.recurrentWeights + number, rows: cell.cells, depth: cell.outputs,
          multiplier: try scale(operands.recurrentWeights + number) * state.scale
            / recurrentProduct.scale,
          zeroPoint: state.zeroPoint, bias: nil, outputZeroPoint: recurrentProduct.zeroPoint),
      inputMultiplier: FixedPointMultiplier(Double(inputProduct.scale / sum.scale)),
      recurrentMultiplier: FixedPointMultiplier(Double(recurrentProduct.scale / sum.scale)),
      coefficients: try list.constantWords(layerNorm + number, count: cell.cells),
      biases: try list.constantIntegers(operands.bias + number, count: cell.cells),
      layerNormScale: Float(
        Double(coefficientScale.value)
          * Double(sign: .plus, exponent: coefficientScale.exponent - 31, significand: 1)),
      isLogistic: gate != .cell)
  }

  /// The steps of each sequence.
  func step() throws(OperatorError) -> Step {
    let products = Int.boundedProduct(
      cell.rows.count, cell.cells, gates.count, cell.rows.depth + 2 * cell.outputs)
    // Rows without elements may be more than could be counted.
    let isEmpty = cell.cells == 0 && cell.outputs == 0
    return Step(
      kernel: "lstm s8 8-bit gates",
      phases: [
        Phase(units: isEmpty ? 0 : cell.rows.batches, nanoseconds: products / 16) {
          buffers, batches in
          for batch in batches { step(through: batch, in: buffers) }
        }
      ], scratchBytes: scratch.byteCount, multiplyAccumulates: products)
  }

  private func step(through batch: Int, in buffers: borrowing Buffers) {
    let (cells, outputs) = (cell.cells, cell.outputs)
    let outputState =
      unsafe buffers.variable(cell.operands.outputState, as: Int8.self) + batch * outputs
    let cellState =
      unsafe buffers.variable(cell.operands.cellState, as: Int16.self) + batch * cells
    let forget = unsafe (buffers.scratch + scratch.gates).assumingMemoryBound(to: Int16.self)
    let candidate = unsafe forget + cells
    let outputGate = unsafe candidate + cells
    for step in 0..<cell.rows.steps {
      let row = cell.rows.row(step: step, batch: batch)
      let input = unsafe buffers.input(cell.operands.input) + row * cell.rows.depth
      for (number, gate) in gates.enumerated() {
        unsafe compute(
          gate, input, UnsafeRawPointer(outputState), to: forget + number * cells, in: buffers)
      }
      for index in 0..<cells {
        let kept = roundingShift(unsafe Int32(forget[index]) * Int32(cellState[index]), by: 15)
        let added = roundingShift(
          unsafe (32767 - Int32(forget[index])) * Int32(candidate[index]), by: 15)
        var sum = Int32(Int16(clamping: kept + added))
        if cellClip > 0 { sum = min(max(sum, -cellClip), cellClip) }
        unsafe cellState[index] = Int16(truncatingIfNeeded: sum)
        let squashed = unsafe Self.word(
          Float.hyperbolicTangent(Float(cellState[index]) * 0x1p-15) * 0x1p15)
        unsafe outputGate[index] = Int16(
          truncatingIfNeeded: roundingShift(Int32(outputGate[index]) * Int32(squashed), by: 15))
      }
      unsafe project(outputGate, to: outputState, in: buffers)
      unsafe (buffers.output(as: Int8.self) + row * outputs).update(
        from: outputState, count: outputs)
    }
  }

  /// Both products in bytes, their sum, its normalisation and the gate's function.
  private func compute(
    _ gate: Gate, _ input: UnsafeRawPointer, _ state: UnsafeRawPointer,
    to result: UnsafeMutablePointer<Int16>, in buffers: borrowing Buffers
  ) {
    let cells = cell.cells
    let accumulators = unsafe (buffers.scratch + scratch.accumulators).assumingMemoryBound(
      to: Int32.self)
    let inputBytes = unsafe (buffers.scratch + scratch.inputBytes).assumingMemoryBound(
      to: Int8.self)
    let recurrentBytes = unsafe (buffers.scratch + scratch.recurrentBytes).assumingMemoryBound(
      to: Int8.self)
    unsafe inputBytes.update(repeating: 0, count: cells)
    unsafe gate.input.add(
      input, to: inputBytes, accumulators: accumulators, kernels, in: buffers)
    if let recurrent = gate.recurrent {
      unsafe recurrentBytes.update(repeating: 0, count: cells)
      unsafe recurrent.add(
        state, to: recurrentBytes, accumulators: accumulators, kernels, in: buffers)
    }
    for index in 0..<cells {
      let x = unsafe gate.inputMultiplier.applied(
        to: Int32(inputBytes[index]) - gate.input.outputZeroPoint)
      var h: Int32 = 0
      if let recurrent = gate.recurrent {
        h = unsafe gate.recurrentMultiplier.applied(
          to: Int32(recurrentBytes[index]) - recurrent.outputZeroPoint)
      }
      unsafe result[index] = Int16(clamping: Int64(x) + Int64(h))
    }
    unsafe normalize(result, gate)
    for index in 0..<cells {
      let real = unsafe Float(result[index]) * 0x1p-12
      let squashed =
        gate.isLogistic ? 1 / (1 + Float.exponential(-real)) : Float.hyperbolicTangent(real)
      unsafe result[index] = Self.word(squashed * 0x1p15)
    }
  }

  private func normalize(_ sums: UnsafeMutablePointer<Int16>, _ gate: Gate) {
    let cells = cell.cells
    guard cells > 0 else { return }
    var sum: Float = 0
    var squares: Float = 0
    for index in 0..<cells {
      let value = unsafe Float(sums[index])
      sum += value
      squares += value * value
    }
    let mean = sum / Float(cells)
    let variance = squares / Float(cells) - mean * mean
    let inverse = 1 / (variance == 0 ? Float(1e-8) : variance).squareRoot()
    let biasScale = 0x1p-10 * gate.layerNormScale
    for index in 0..<cells {
      let normal = unsafe (Float(sums[index]) - mean) * inverse
      let weighted =
        normal * Float(gate.coefficients[index]) * gate.layerNormScale
        + Float(gate.biases[index]) * biasScale
      let rounded = (weighted * 0x1p12).rounded(.toNearestOrAwayFromZero)
      unsafe sums[index] = Int16(saturating: rounded)
    }
  }

  private func project(
    _ hidden: UnsafePointer<Int16>, to outputState: UnsafeMutablePointer<Int8>,
    in buffers: borrowing Buffers
  ) {
    let weights = unsafe buffers.input(projection.operand)
    for row in 0..<cell.outputs {
      var sum = Int64(projection.biases[row])
      for index in 0..<cell.cells {
        let weight = unsafe weights.load(fromByteOffset: row * cell.cells + index, as: Int8.self)
        sum += unsafe Int64(hidden[index]) * Int64(weight)
      }
      let scaled = Int64(projection.multiplier.appliedInWords(to: sum))
      var value = Int32(Int8(clamping: scaled + Int64(projection.outputZeroPoint)))
      if projectionClip > 0 { value = min(max(value, -projectionClip), projectionClip) }
      unsafe outputState[row] = Int8(truncatingIfNeeded: value)
    }
  }

  /// The integer part within 16 bits.
  private static func word(_ real: Float) -> Int16 { Int16(saturating: real) }
}
