internal import SwiftletFormat
internal import SwiftletSIMD
internal import SwiftletTensor

/// Where the operands of one recurrent layer lie among a node's inputs.
struct RNNOperands: Sendable {
  var input = 0
  /// A matrix `[units, inputs]`.
  var inputWeights: Int
  /// A matrix `[units, units]`.
  var recurrentWeights: Int
  var bias: Int
  /// A variable: the output of the last step.
  var state: Int
  /// A second input and its matrix.
  var auxiliary: (input: Int, weights: Int)?

  /// `RNN` and `UNIDIRECTIONAL_SEQUENCE_RNN`.
  static let single = RNNOperands(inputWeights: 1, recurrentWeights: 2, bias: 3, state: 4)
  /// The direction of `BIDIRECTIONAL_SEQUENCE_RNN` that goes with time.
  static let forward = RNNOperands(
    inputWeights: 1, recurrentWeights: 2, bias: 3, state: 4, auxiliary: (9, 10))
  /// The direction of `BIDIRECTIONAL_SEQUENCE_RNN` that goes against time.
  static let backward = RNNOperands(
    inputWeights: 5, recurrentWeights: 6, bias: 7, state: 8, auxiliary: (9, 11))

  /// Throws unless the types fit each other.
  func check(_ node: NodeReader) throws(OperatorError) {
    let weights = try node.input(inputWeights).type
    guard [.float32, .int8, .uint8].contains(weights) else {
      throw .unsupported("has weights of type \(weights.name)")
    }
    for index in [input, bias, state] {
      let type = try node.input(index).type
      guard type == .float32 else {
        throw .unsupported("has an input \(index) of type \(type.name)")
      }
    }
    try node.require(
      try node.input(recurrentWeights).type == weights, "has weights of two types")
    guard let auxiliary else { return }
    let types = [auxiliary.input: ElementType.float32, auxiliary.weights: weights]
    for (index, type) in types {
      guard let info = node.optionalInput(index) else { continue }
      try node.require(info.type == type, "has an input \(index) of type \(info.type.name)")
    }
  }
}

/// A recurrent layer on floats: `h = f(W·x + R·h + b)`, with weights in floats or in bytes.
///
/// `W·x + b` is computed for all steps first; then each sequence goes through its steps.
struct FloatRNN: Sendable {
  /// What the node's options say.
  struct Options: Sendable {
    var activation: ActivationFunction
    var isAsymmetric: Bool
    /// Against time.
    var isReversed = false
  }

  let operands: RNNOperands
  let rows: SequenceRows
  let units: Int
  private let options: Options
  private let target: FloatLSTM.Target
  private let input: RecurrentMatrix
  private let auxiliary: RecurrentMatrix?
  private let recurrent: RecurrentMatrix
  private let bias: RecurrentVector
  private let activation: RecurrentActivation
  let quantizer: RowQuantizer?
  private let kernels: RecurrentKernels
  private let temporary: Int
  private let accumulatorOffset: Int
  let scratchBytes: Int

  /// The units of a layer, from its weights.
  static func units(_ list: Operands, _ operands: RNNOperands) throws(OperatorError) -> Int {
    let weights = try list.input(operands.inputWeights).shape
    guard weights.rank == 2 else { throw .invalid("needs a matrix of weights, found \(weights)") }
    return weights[0]
  }

  init(
    _ list: Operands, _ operands: RNNOperands, rows: SequenceRows, _ options: Options,
    target: FloatLSTM.Target, temporary: Int, in context: LoweringContext
  ) throws(OperatorError) {
    self.operands = operands
    self.rows = rows
    self.options = options
    self.target = target
    self.temporary = temporary
    kernels = context.kernels.recurrent
    units = try Self.units(list, operands)
    // First, since a list of as many numbers bounds the rows of matrices that have no columns.
    bias = try RecurrentVector(list, operands.bias, count: units)
    input = try RecurrentMatrix(list, operands.inputWeights, rows: units, depth: rows.depth)
    recurrent = try RecurrentMatrix(list, operands.recurrentWeights, rows: units, depth: units)
    var widest = max(rows.depth, units)
    if let place = operands.auxiliary, list.optionalInput(place.weights) != nil {
      let info = try list.input(place.input)
      let other = try SequenceRows(sequence: info.shape, isTimeMajor: rows.isTimeMajor)
      guard other.steps == rows.steps, other.batches == rows.batches else {
        throw .invalid("has an auxiliary input \(info.shape) that does not match the input")
      }
      auxiliary = try RecurrentMatrix(list, place.weights, rows: units, depth: other.depth)
      widest = max(widest, other.depth)
    } else {
      auxiliary = nil
    }
    let state = try list.state(operands.state)
    guard state.shape == [rows.batches, units] else {
      throw .invalid("has a state \(state.shape) instead of [\(rows.batches), \(units)]")
    }
    activation = RecurrentActivation(options.activation, context.kernels)
    quantizer = input.takesBytes ? RowQuantizer(asymmetric: options.isAsymmetric) : nil
    var plan = MemoryLayoutPlan()
    _ = try plan.reserve(quantizer == nil ? 0 : widest, bytes: 1)
    accumulatorOffset = try plan.reserve(quantizer == nil ? 0 : units, bytes: 4)
    scratchBytes = plan.byteCount
  }

  /// The bytes of the temporary.
  func temporaryBytes() throws(OperatorError) -> Int {
    try MemoryLayoutPlan.byteCount([rows.count, units], bytes: 4)
  }

  /// Multiplications with accumulation in one run.
  var multiplyAccumulates: Int { inputProducts + recurrentProducts }

  private var recurrentProducts: Int { .boundedProduct(rows.count, units, units) }

  private var inputProducts: Int {
    .boundedProduct(rows.count, units, rows.depth + (auxiliary?.depth ?? 0))
  }

  /// First the part of all rows that depends on inputs only, then the steps of each sequence.
  var phases: [Phase] {
    // Rows without elements may be more than could be counted.
    guard units > 0 else { return [] }
    return [
      Phase(units: rows.count, nanoseconds: inputProducts / 8) { buffers, rows in
        for row in rows { addInputs(row, in: buffers) }
      },
      Phase(units: rows.batches, nanoseconds: recurrentProducts / 8) { buffers, batches in
        for batch in batches { step(through: batch, in: buffers) }
      },
    ]
  }

  private func sums(_ row: Int, in buffers: borrowing Buffers) -> UnsafeMutablePointer<Float> {
    unsafe buffers.temporary(temporary).assumingMemoryBound(to: Float.self) + row * units
  }

  private func add(
    _ matrix: RecurrentMatrix, _ row: UnsafePointer<Float>, to sums: UnsafeMutablePointer<Float>,
    in buffers: borrowing Buffers
  ) {
    let product = unsafe ProductRow(
      row, count: matrix.depth, quantizer,
      bytes: buffers.scratch.assumingMemoryBound(to: Int8.self))
    unsafe matrix.addProduct(
      of: product, to: sums,
      accumulators: (buffers.scratch + accumulatorOffset).assumingMemoryBound(to: Int32.self),
      kernels, in: buffers)
  }

  private func addInputs(_ row: Int, in buffers: borrowing Buffers) {
    let sums = unsafe sums(row, in: buffers)
    unsafe sums.update(from: bias.pointer(in: buffers), count: units)
    unsafe add(
      input, buffers.input(operands.input, as: Float.self) + row * rows.depth, to: sums,
      in: buffers)
    guard let auxiliary, let place = operands.auxiliary else { return }
    unsafe add(
      auxiliary, buffers.input(place.input, as: Float.self) + row * auxiliary.depth, to: sums,
      in: buffers)
  }

  private func step(through batch: Int, in buffers: borrowing Buffers) {
    let state = unsafe buffers.variable(operands.state, as: Float.self) + batch * units
    let result = unsafe buffers.output(target.output, as: Float.self) + target.column
    for index in 0..<rows.steps {
      let step = options.isReversed ? rows.steps - 1 - index : index
      let row = rows.row(step: step, batch: batch)
      let sums = unsafe sums(row, in: buffers)
      unsafe add(recurrent, UnsafePointer(state), to: sums, in: buffers)
      unsafe activation.apply(UnsafePointer(sums), state, count: units)
      unsafe (result + row * target.stride).update(from: state, count: units)
    }
  }
}
