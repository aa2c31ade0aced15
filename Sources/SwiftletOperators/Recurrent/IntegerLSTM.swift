internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// A long short-term memory on `int8` with gates and cells of 16 bits ("8×8→16").
struct IntegerLSTM: Sendable {
  let cell: LSTMCell
  let gates: [IntegerLSTMGate]
  let projection: IntegerProduct?
  let projectionClip: Int32
  /// `o · tanh(c)` to the scale of the output, or of the operand of the projection.
  let hidden: FixedPointMultiplier
  let hiddenZeroPoint: Int32
  let cellClip: Int32
  /// The cells are integers times two to this power.
  let cellExponent: Int
  let tanhOfCells: [Int16]
  let kernels: RecurrentKernels
  let scratch: FloatLSTM.Scratch

  init(
    _ list: Operands, _ cell: LSTMCell, _ options: FloatLSTM.Options,
    intermediates: [TensorInfo?], in context: LoweringContext
  ) throws(OperatorError) {
    self.cell = cell
    kernels = context.kernels.recurrent
    let operands = cell.operands
    let input = try QuantizedElements(try list.input(operands.input), "input")
    let state = try QuantizedElements(try list.input(operands.outputState), "output state")
    let output = try QuantizedElements(list.outputs[0], "output")
    let cells = try QuantizedElements(try list.input(operands.cellState), "cell state")
    let inner = try Self.intermediate(intermediates, 4)
    cellExponent = try Self.exponent(of: cells.scale)
    guard let tanh = WordFunctions.tanh(integerBits: 15 + cellExponent) else {
      throw .unsupported("has a cell state with the scale \(cells.scale)")
    }
    tanhOfCells = tanh
    cellClip =
      options.cellClip > 0 ? Int32(saturating: min(options.cellClip / cells.scale, 32767)) : 0
    projectionClip =
      options.projectionClip > 0
      ? Int32(saturating: min(options.projectionClip / output.scale, 127)) : 0
    hidden = FixedPointMultiplier(
      Double(Float(0x1p-15 / Double(inner.scale) * 0x1p-15)))
    var gates: [IntegerLSTMGate] = []
    for gate in cell.gates {
      let scale =
        cell.hasLayerNorm ? try Self.intermediate(intermediates, gate.rawValue).scale : 0x1p-12
      gates.append(
        try IntegerLSTMGate(
          list, cell, gate, input: input, state: state, gateScale: scale,
          cellScale: Double(sign: .plus, exponent: cellExponent, significand: 1)))
    }
    self.gates = gates
    if cell.hasProjection {
      let weights = try list.input(operands.projection)
      let scale = try RecurrentMatrix.scale(of: weights)
      projection = try IntegerProduct(
        list, operands.projection, rows: cell.outputs, depth: cell.cells,
        multiplier: scale * inner.scale / state.scale, zeroPoint: -inner.zeroPoint,
        bias: cell.hasProjectionBias ? operands.projection + 1 : nil,
        outputZeroPoint: state.zeroPoint)
      hiddenZeroPoint = -inner.zeroPoint
    } else {
      projection = nil
      hiddenZeroPoint = inner.zeroPoint
    }
    var plan = MemoryLayoutPlan()
    let bytes = try plan.reserve(cell.cells, bytes: 1)
    let accumulators = try plan.reserve(max(cell.outputs, cell.cells), bytes: 4)
    scratch = FloatLSTM.Scratch(
      bytes: bytes, accumulators: accumulators, hidden: 0, byteCount: plan.byteCount)
  }

  /// The scale and zero point of inner values that the node carries.
  static func intermediate(
    _ list: [TensorInfo?], _ index: Int
  ) throws(OperatorError) -> (scale: Float, zeroPoint: Int32) {
    guard let info = list[index], let scale = info.scale, scale.isFinite, scale > 0,
      let zeroPoint = Int32(exactly: info.zeroPoint), zeroPoint.magnitude <= 1 << 16
    else { throw .invalid("has an intermediate tensor \(index) without scale and zero point") }
    return (scale, zeroPoint)
  }

  /// The exponent of a power of two.
  static func exponent(of scale: Float) throws(OperatorError) -> Int {
    let exponent = Double.log2(Double(scale))
    let rounded = exponent.rounded(.toNearestOrAwayFromZero)
    guard abs(exponent - rounded) < 1e-3 else {
      throw .invalid("has a cell state with the scale \(scale), which is no power of two")
    }
    return Int(rounded)
  }

  /// First the part of all rows that depends on inputs only, then the steps of each sequence.
  func step() throws(OperatorError) -> Step {
    let rate = 16
    let rows = cell.rows.count
    let inputs = Int.boundedProduct(rows, gates.count, cell.cells, cell.rows.depth)
    let products =
      Int.boundedProduct(rows, gates.count, cell.cells, cell.outputs)
      + Int.boundedProduct(projection == nil ? 0 : rows, cell.outputs, cell.cells)
    // Rows without elements may be more than could be counted.
    let isEmpty = cell.cells == 0 && cell.outputs == 0
    let phases = [
      Phase(units: cell.cells == 0 ? 0 : rows, nanoseconds: inputs / rate) { buffers, rows in
        for row in rows { addInputs(row, in: buffers) }
      },
      Phase(units: isEmpty ? 0 : cell.rows.batches, nanoseconds: products / rate) {
        buffers, batches in
        for batch in batches { step(through: batch, in: buffers) }
      },
    ]
    return Step(
      kernel: "lstm s8 16-bit gates", phases: phases,
      temporaries: [try MemoryLayoutPlan.byteCount([rows, gates.count, cell.cells], bytes: 2)],
      scratchBytes: scratch.byteCount, multiplyAccumulates: inputs + products)
  }

  private func sums(_ row: Int, in buffers: borrowing Buffers) -> UnsafeMutablePointer<Int16> {
    unsafe buffers.temporary(0).assumingMemoryBound(to: Int16.self)
      + row * gates.count * cell.cells
  }

  private func accumulators(in buffers: borrowing Buffers) -> UnsafeMutablePointer<Int32> {
    unsafe (buffers.scratch + scratch.accumulators).assumingMemoryBound(to: Int32.self)
  }

  private func addInputs(_ row: Int, in buffers: borrowing Buffers) {
    let sums = unsafe sums(row, in: buffers)
    unsafe sums.update(repeating: 0, count: gates.count * cell.cells)
    let input = unsafe buffers.input(cell.operands.input) + row * cell.rows.depth
    for (number, gate) in gates.enumerated() {
      unsafe gate.input.add(
        input, to: sums + number * cell.cells, accumulators: accumulators(in: buffers), kernels,
        in: buffers)
    }
  }

  private func step(through batch: Int, in buffers: borrowing Buffers) {
    let (cells, outputs) = (cell.cells, cell.outputs)
    let outputState =
      unsafe buffers.variable(cell.operands.outputState, as: Int8.self) + batch * outputs
    let cellState =
      unsafe buffers.variable(cell.operands.cellState, as: Int16.self) + batch * cells
    for step in 0..<cell.rows.steps {
      let row = cell.rows.row(step: step, batch: batch)
      let sums = unsafe sums(row, in: buffers)
      for (number, gate) in gates.enumerated() {
        unsafe gate.recurrent.add(
          UnsafeRawPointer(outputState), to: sums + number * cells,
          accumulators: accumulators(in: buffers), kernels, in: buffers)
      }
      let first = gates.count - 3
      let forget = unsafe sums + first * cells
      let candidate = unsafe forget + cells
      let outputGate = unsafe candidate + cells
      if first == 1 { unsafe gates[0].finish(sums, cellState, cell, batch) }
      unsafe gates[first].finish(forget, cellState, cell, batch)
      unsafe gates[first + 1].finish(candidate, cellState, cell, batch)
      unsafe updateCells(
        cellState, forget: forget, input: first == 1 ? sums : nil, candidate: candidate)
      unsafe gates[first + 2].finish(outputGate, cellState, cell, batch)
      unsafe finishStep(cellState, outputGate, outputState, in: buffers)
      unsafe (buffers.output(as: Int8.self) + row * outputs).update(
        from: outputState, count: outputs)
    }
  }

  private func updateCells(
    _ cellState: UnsafeMutablePointer<Int16>, forget: UnsafePointer<Int16>,
    input: UnsafePointer<Int16>?, candidate: UnsafePointer<Int16>
  ) {
    for index in 0..<cell.cells {
      let kept = roundingShift(
        unsafe Int32(forget[index]) * Int32(cellState[index]), by: 15)
      let share = unsafe input.map { unsafe Int32($0[index]) } ?? 32767 - Int32(forget[index])
      let added = roundingShift(
        unsafe Int32(Int16(truncatingIfNeeded: share)) * Int32(candidate[index]),
        by: 30 + cellExponent)
      var sum = Int32(
        Int16(
          clamping: Int32(Int16(truncatingIfNeeded: kept)) + Int32(Int16(truncatingIfNeeded: added))
        ))
      if cellClip > 0 { sum = min(max(sum, -cellClip), cellClip) }
      unsafe cellState[index] = Int16(truncatingIfNeeded: sum)
    }
  }

  private func finishStep(
    _ cellState: UnsafePointer<Int16>, _ gate: UnsafePointer<Int16>,
    _ outputState: UnsafeMutablePointer<Int8>, in buffers: borrowing Buffers
  ) {
    let target =
      unsafe projection == nil
      ? outputState : (buffers.scratch + scratch.bytes).assumingMemoryBound(to: Int8.self)
    for index in 0..<cell.cells {
      let value = unsafe Int32(tanhOfCells[Int(UInt16(bitPattern: cellState[index]))])
      let product = unsafe hidden.applied(to: value * Int32(gate[index]))
      unsafe target[index] = Int8(clamping: product &+ hiddenZeroPoint)
    }
    guard let projection else { return }
    unsafe outputState.update(repeating: 0, count: cell.outputs)
    unsafe projection.add(
      UnsafeRawPointer(target), to: outputState, accumulators: accumulators(in: buffers), kernels,
      in: buffers)
    guard projectionClip > 0 else { return }
    for index in 0..<cell.outputs {
      let value = unsafe Int32(outputState[index])
      unsafe outputState[index] = Int8(
        truncatingIfNeeded: min(max(value, -projectionClip), projectionClip))
    }
  }
}
