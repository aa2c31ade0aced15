internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// A long short-term memory on floats, with weights in floats or in bytes.
///
/// Everything that depends on inputs only is computed for all steps first; then each sequence goes
/// through its steps.
struct FloatLSTM: Sendable {
  /// What the node's options say.
  struct Options: Sendable {
    var activation: ActivationFunction
    var cellClip: Float
    var projectionClip: Float
    var isAsymmetric: Bool
    /// Against time.
    var isReversed = false
  }

  /// Where results go: rows of `stride` floats of an output, from a column on.
  struct Target: Sendable {
    var output = 0
    var stride: Int
    var column = 0
  }

  /// The operands of one gate.
  struct Gate: Sendable {
    let input: RecurrentMatrix
    let auxiliary: RecurrentMatrix?
    let recurrent: RecurrentMatrix
    let peephole: RecurrentVector?
    let layerNorm: RecurrentVector?
    let bias: RecurrentVector
    let activation: RecurrentActivation?
  }

  let cell: LSTMCell
  let options: Options
  let target: Target
  let kernels: KernelTable
  let gates: [Gate]
  let projection: RecurrentMatrix?
  let projectionBias: RecurrentVector?
  let activation: RecurrentActivation
  let quantizer: RowQuantizer?
  /// The step's temporary with the sums of all rows, `[rows, gates, cells]`.
  let temporary: Int
  let scratch: Scratch

  /// Offsets into a thread's scratch.
  struct Scratch: Sendable {
    let bytes: Int
    let accumulators: Int
    let hidden: Int
    let byteCount: Int
  }

  init(
    _ list: Operands, _ cell: LSTMCell, _ options: Options, target: Target, temporary: Int,
    in context: LoweringContext
  ) throws(OperatorError) {
    self.cell = cell
    self.options = options
    self.target = target
    self.temporary = temporary
    kernels = context.kernels
    activation = RecurrentActivation(options.activation, kernels)
    let operands = cell.operands
    var gates: [Gate] = []
    for gate in cell.gates {
      let number = gate.rawValue
      // First, since a list of as many numbers bounds the rows of matrices that have no columns.
      let bias = try RecurrentVector(list, operands.bias + number, count: cell.cells)
      let recurrent = try list.input(operands.recurrentWeights + number)
      var auxiliary: RecurrentMatrix?
      if let depth = cell.auxiliaryDepth, let place = operands.auxiliary {
        auxiliary = try RecurrentMatrix(
          list, place.weights + number, rows: cell.cells, depth: depth)
      }
      var peephole: RecurrentVector?
      if cell.hasPeephole, let place = operands.peephole(gate) {
        peephole = try RecurrentVector(list, place, count: cell.cells)
      }
      var layerNorm: RecurrentVector?
      if cell.hasLayerNorm, let place = operands.layerNorm {
        layerNorm = try RecurrentVector(list, place + number, count: cell.cells)
      }
      gates.append(
        Gate(
          input: try RecurrentMatrix(
            list, operands.inputWeights + number, rows: cell.cells, depth: cell.rows.depth),
          auxiliary: auxiliary,
          recurrent: try RecurrentMatrix(
            list, operands.recurrentWeights + number, rows: cell.cells, depth: cell.outputs,
            isDiagonal: recurrent.shape.rank == 1),
          peephole: peephole, layerNorm: layerNorm,
          bias: bias,
          activation: gate == .cell ? activation : nil))
    }
    self.gates = gates
    projection =
      cell.hasProjection
      ? try RecurrentMatrix(list, operands.projection, rows: cell.outputs, depth: cell.cells) : nil
    projectionBias =
      cell.hasProjectionBias
      ? try RecurrentVector(list, operands.projection + 1, count: cell.outputs) : nil
    let hasBytes = gates.contains { $0.input.takesBytes }
    quantizer = hasBytes ? RowQuantizer(asymmetric: options.isAsymmetric) : nil

    var plan = MemoryLayoutPlan()
    let widest = max(cell.rows.depth, cell.auxiliaryDepth ?? 0, cell.outputs, cell.cells)
    let bytes = try plan.reserve(hasBytes ? widest : 0, bytes: 1)
    let accumulators = try plan.reserve(hasBytes ? max(cell.outputs, cell.cells) : 0, bytes: 4)
    let hidden = try plan.reserve(cell.cells, bytes: 4)
    scratch = Scratch(
      bytes: bytes, accumulators: accumulators, hidden: hidden, byteCount: plan.byteCount)
  }

  /// The bytes of the temporary.
  func temporaryBytes() throws(OperatorError) -> Int {
    try MemoryLayoutPlan.byteCount([cell.rows.count, gates.count, cell.cells], bytes: 4)
  }

  /// Multiplications with accumulation in one run.
  var multiplyAccumulates: Int {
    let recurrent = Int.boundedProduct(cell.rows.count, gates.count, cell.cells, cell.outputs)
    let projection = Int.boundedProduct(
      cell.hasProjection ? cell.rows.count : 0, cell.outputs, cell.cells)
    return inputProducts + recurrent + projection
  }

  private var inputProducts: Int {
    .boundedProduct(
      cell.rows.count, gates.count, cell.cells, cell.rows.depth + (cell.auxiliaryDepth ?? 0))
  }

  /// First the part of all rows that depends on inputs only, then the steps of each sequence.
  var phases: [Phase] {
    let rate = 8
    // Rows without elements may be more than could be counted.
    guard cell.cells > 0 || cell.outputs > 0 else { return [] }
    return [
      Phase(units: cell.cells == 0 ? 0 : cell.rows.count, nanoseconds: inputProducts / rate) {
        buffers, rows in
        for row in rows { addInputs(row, in: buffers) }
      },
      Phase(
        units: cell.rows.batches, nanoseconds: (multiplyAccumulates - inputProducts) / rate
      ) { buffers, batches in
        for batch in batches { step(through: batch, in: buffers) }
      },
    ]
  }

  // MARK: Inputs

  private func sums(
    _ row: Int, in buffers: borrowing Buffers
  ) -> UnsafeMutablePointer<Float> {
    unsafe buffers.temporary(temporary).assumingMemoryBound(to: Float.self)
      + row * gates.count * cell.cells
  }

  private func productRow(
    _ floats: UnsafePointer<Float>, _ count: Int, in buffers: borrowing Buffers
  ) -> ProductRow {
    unsafe ProductRow(
      floats, count: count, quantizer,
      bytes: (buffers.scratch + scratch.bytes).assumingMemoryBound(to: Int8.self))
  }

  private func accumulators(
    in buffers: borrowing Buffers
  ) -> UnsafeMutablePointer<Int32> {
    unsafe (buffers.scratch + scratch.accumulators).assumingMemoryBound(to: Int32.self)
  }

  private func addInputs(_ row: Int, in buffers: borrowing Buffers) {
    let sums = unsafe sums(row, in: buffers)
    let accumulators = unsafe accumulators(in: buffers)
    let cells = cell.cells
    for (number, gate) in gates.enumerated() {
      let gateSums = unsafe sums + number * cells
      if gate.layerNorm == nil {
        unsafe gateSums.update(from: gate.bias.pointer(in: buffers), count: cells)
      } else {
        unsafe gateSums.update(repeating: 0, count: cells)
      }
    }
    let depth = cell.rows.depth
    let input = unsafe productRow(
      buffers.input(cell.operands.input, as: Float.self) + row * depth, depth, in: buffers)
    for (number, gate) in gates.enumerated() {
      unsafe gate.input.addProduct(
        of: input, to: sums + number * cells, accumulators: accumulators, kernels.recurrent,
        in: buffers)
    }
    guard let depth = cell.auxiliaryDepth, let place = cell.operands.auxiliary else { return }
    let auxiliary = unsafe productRow(
      buffers.input(place.input, as: Float.self) + row * depth, depth, in: buffers)
    for (number, gate) in gates.enumerated() {
      unsafe gate.auxiliary?.addProduct(
        of: auxiliary, to: sums + number * cells, accumulators: accumulators, kernels.recurrent,
        in: buffers)
    }
  }

  // MARK: Steps

  private func step(through batch: Int, in buffers: borrowing Buffers) {
    let cells = cell.cells
    let outputs = cell.outputs
    let outputState =
      unsafe buffers.variable(cell.operands.outputState, as: Float.self)
      + batch * outputs
    let cellState = unsafe buffers.variable(cell.operands.cellState, as: Float.self) + batch * cells
    let result = unsafe buffers.output(target.output, as: Float.self) + target.column
    for index in 0..<cell.rows.steps {
      let step = options.isReversed ? cell.rows.steps - 1 - index : index
      let row = cell.rows.row(step: step, batch: batch)
      let sums = unsafe sums(row, in: buffers)
      let state = unsafe productRow(UnsafePointer(outputState), outputs, in: buffers)
      for (number, gate) in gates.enumerated() {
        unsafe gate.recurrent.addProduct(
          of: state, to: sums + number * cells, accumulators: accumulators(in: buffers),
          kernels.recurrent, in: buffers)
      }
      let first = gates.count - 3
      let forget = unsafe sums + first * cells
      let candidate = unsafe forget + cells
      let outputGate = unsafe candidate + cells
      if first == 1 { unsafe finish(gates[0], sums, cellState, in: buffers) }
      unsafe finish(gates[first], forget, cellState, in: buffers)
      unsafe finish(gates[first + 1], candidate, cellState, in: buffers)
      for index in 0..<cells {
        let share = unsafe first == 1 ? sums[index] : 1 - forget[index]
        var value = unsafe forget[index] * cellState[index]
        value += unsafe candidate[index] * share
        if options.cellClip > 0 { value = min(max(value, -options.cellClip), options.cellClip) }
        unsafe cellState[index] = value
      }
      unsafe finish(gates[first + 2], outputGate, cellState, in: buffers)
      unsafe finishStep(cellState, outputGate, outputState, in: buffers)
      unsafe (result + row * target.stride).update(from: outputState, count: outputs)
    }
  }

  /// Adds what depends on the cells, normalises and applies the gate's function.
  private func finish(
    _ gate: Gate, _ sums: UnsafeMutablePointer<Float>, _ cellState: UnsafePointer<Float>,
    in buffers: borrowing Buffers
  ) {
    let cells = cell.cells
    if let peephole = gate.peephole {
      let weights = unsafe peephole.pointer(in: buffers)
      for index in 0..<cells { unsafe sums[index] += weights[index] * cellState[index] }
    }
    if let layerNorm = gate.layerNorm {
      unsafe normalize(
        sums, layerNorm.pointer(in: buffers), gate.bias.pointer(in: buffers))
    }
    if let activation = gate.activation {
      unsafe activation.apply(UnsafePointer(sums), sums, count: cells)
    } else {
      unsafe kernels.elementwise.unary(.logistic, UnsafePointer(sums), sums, cells, 0)
    }
  }

  /// Subtracts the mean, divides by the standard deviation, scales and adds the bias.
  private func normalize(
    _ sums: UnsafeMutablePointer<Float>, _ coefficients: UnsafePointer<Float>,
    _ bias: UnsafePointer<Float>
  ) {
    let cells = cell.cells
    guard cells > 0 else { return }
    var sum: Float = 0
    for index in 0..<cells { sum += unsafe sums[index] }
    let mean = sum / Float(cells)
    var squares: Float = 0
    for index in 0..<cells {
      let difference = unsafe sums[index] - mean
      squares += difference * difference
    }
    let inverse = 1 / (squares / Float(cells) + 1e-8).squareRoot()
    for index in 0..<cells {
      let normal = unsafe (sums[index] - mean) * inverse
      unsafe sums[index] = normal * coefficients[index] + bias[index]
    }
  }

  /// Makes the output state of the cells and the output gate.
  private func finishStep(
    _ cellState: UnsafePointer<Float>, _ gate: UnsafePointer<Float>,
    _ outputState: UnsafeMutablePointer<Float>, in buffers: borrowing Buffers
  ) {
    let cells = cell.cells
    let hidden = unsafe (buffers.scratch + scratch.hidden).assumingMemoryBound(to: Float.self)
    unsafe activation.apply(cellState, hidden, count: cells)
    for index in 0..<cells { unsafe hidden[index] *= gate[index] }
    guard let projection else {
      unsafe outputState.update(from: hidden, count: cells)
      return
    }
    if let projectionBias {
      unsafe outputState.update(from: projectionBias.pointer(in: buffers), count: cell.outputs)
    } else {
      unsafe outputState.update(repeating: 0, count: cell.outputs)
    }
    let row = unsafe productRow(UnsafePointer(hidden), cells, in: buffers)
    unsafe projection.addProduct(
      of: row, to: outputState, accumulators: accumulators(in: buffers), kernels.recurrent,
      in: buffers)
    guard options.projectionClip > 0 else { return }
    let clip = options.projectionClip
    unsafe kernels.float.clamp(
      UnsafePointer(outputState), outputState, cell.outputs, -clip, clip)
  }
}
